/** The API reference: the service's operations by group, from the OpenAPI document. */
import { openApi, type OpenApi } from '../../contract/openapi/document.ts'
import { html, type Html } from '../pages/html.ts'
import { chip, type Tone } from './frame.ts'
import type { ConsolePage } from './page.ts'
import { row, table, type TableColumn } from './table.ts'
import { schemaText, type Schema } from './schema-text.ts'

interface Entry {
  method: string
  path: string
  operation: Schema
}

const entriesOf = ({ paths }: OpenApi): Entry[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const tones = new Map(Object.entries<Tone>({ GET: 'good', POST: 'wait', DELETE: 'bad' }))

const groupAddress = (group: string): string => `/console/api?group=${group}`

const index = (document: OpenApi): Html =>
  html` <p>
      For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), or <code>surveyctl operation openapi</code>. Each request needs
      the header <code>Authorization: Bearer KEY</code>.
    </p>
    ${document.tags.map(({ name, description }) => {
      const entries = entriesOf(document).filter(({ operation }) => operation.tags[0] === name)
      return html`<section class="card" aria-labelledby="group-${name}">
        <h2 id="group-${name}" class="group"><a href="${groupAddress(name)}">${name}</a> <span class="soft">${description}</span></h2>
        <ul class="groups">
          ${entries.map(
            ({ method, path, operation }) =>
              html`<li>
                <a href="${groupAddress(name)}#${operation.operationId}">${operation.summary}</a><br /><span class="soft"
                  ><code>${method} ${path}</code></span
                >
              </li>`,
          )}
        </ul>
      </section>`
    })}`

const fieldColumns: readonly TableColumn[] = [
  { label: 'Name', kind: 'name' },
  { label: 'In' },
  { label: 'Required' },
  { label: 'Type' },
  { label: 'Meaning' },
]

const fieldRow = (name: string, where: string, isRequired: boolean, schema: Schema, about: string | undefined): Html =>
  row(fieldColumns, [html`<code>${name}</code>`, where, isRequired ? 'yes' : html`<span class="soft">no</span>`, schemaText(schema), about])

/** Parameters and the body's fields in one table. */
function fieldsOf({ parameters = [], requestBody }: Schema): Html[] {
  const [type, content] = Object.entries<Schema>(requestBody?.content ?? {})[0] ?? []
  const body: Schema = content?.schema ?? {}
  const where = type?.startsWith('multipart') ? 'form' : 'body'
  return [
    ...parameters.map((each: Schema) => fieldRow(each.name, each.in, each.required === true, each.schema, each.description)),
    ...Object.entries<Schema>(body.properties ?? {}).map(([name, schema]) =>
      fieldRow(name, where, (body.required ?? []).includes(name), schema, schema.description),
    ),
  ]
}

/** Follows a `$ref`. */
function resolved(document: OpenApi, part: Schema): Schema {
  if (typeof part.$ref !== 'string') return part
  return part.$ref
    .split('/')
    .slice(1)
    .reduce<Schema>((at, key) => at[key], { ...document })
}

const answerColumns: readonly TableColumn[] = [{ label: 'Status', kind: 'name' }, { label: 'Meaning' }]

const answers = (document: OpenApi, { responses }: Schema): Html[] =>
  Object.entries<Schema>(responses).map(([status, response]) =>
    row(answerColumns, [chip(status < '300' ? 'good' : 'wait', status), resolved(document, response).description]),
  )

const jsonOf = (operation: Schema): Schema | undefined =>
  Object.entries<Schema>(operation.responses).find(([status]) => status < '300')?.[1].content?.['application/json']?.schema

function operationCard(document: OpenApi, { method, path, operation }: Entry): Html {
  const { operationId, summary } = operation
  const fields = fieldsOf(operation)
  const result = jsonOf(operation)
  const needs = [
    ...(operation['x-rights'] ?? []).map((right: string) => `right ${right}`),
    ...(operation['x-plan-option'] ? [`plan option ${operation['x-plan-option']}`] : []),
  ]
  return html`<section class="card operation" id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title">${chip(tones.get(method) ?? 'soft', method)} <code>${path}</code></h2>
    <p>${summary}. <span class="soft">${operationId}${needs.length > 0 && ` · needs ${needs.join(', ')}`}</span></p>
    ${
      fields.length > 0 &&
      html`<h3>Request</h3>
        ${table(`Fields of ${operationId}`, fieldColumns, fields)}`
    }
    <h3>Responses</h3>
    ${table(`Responses of ${operationId}`, answerColumns, answers(document, operation))}
    ${
      result &&
      html`<details>
        <summary>Schema of the result</summary>
        <pre tabindex="0" aria-label="Schema of the result of ${operationId}"><code>${JSON.stringify(result, null, 2)}</code></pre>
      </details>`
    }
  </section>`
}

export const reference: ConsolePage = {
  title: 'API',
  body: ({ service }, { query }) => {
    const document = openApi(service.baseUrl)
    const group = document.tags.find(({ name }) => name === query.get('group'))
    if (!group) return index(document)
    const entries = entriesOf(document).filter(({ operation }) => operation.tags[0] === group.name)
    return html`<p><a href="/console/api">All groups</a> · <strong>${group.name}</strong> · ${group.description}</p>
      ${entries.map((entry) => operationCard(document, entry))}`
  },
}
