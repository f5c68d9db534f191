/** Who may import whom. Types count as well. */
const layers = {
  text: [],
  system: [],
  contract: [],
  client: ['contract', 'system'],
  output: ['system'],
  settings: ['system'],
  files: [],
  model: ['contract'],
  answers: ['model', 'files', 'contract', 'system'],
  project: ['model', 'contract', 'system'],
  check: ['model', 'contract'],
  cli: ['contract', 'client', 'output', 'settings', 'system'],
  commands: ['cli', 'contract', 'model', 'project', 'check', 'answers', 'files', 'system'],
  sandbox: ['contract', 'model', 'files', 'system'],
  reference: ['commands', 'cli', 'contract'],
}

/** Texts and numbers, with nothing known of service or machine: for everyone, as src/errors.ts is. */
const everyones = 'text'

/** The one lock is for what is kept on disk between runs. */
const lockUsers = ['settings', 'cli', 'commands']

/** What everyone may speak of: types of output's columns, its forms, and what a command works with. */
const vocabulary = 'output/(columns|form)\\.ts$'
const contextTypes = 'cli/context\\.ts$'

const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `${folder}-reaches-too-far`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '^src/commands/sandbox/' },
  to: {
    path: '^src/([^/]+/|main\\.ts$)',
    pathNot: `^src/(${[folder, everyones, ...allowed]
      .map((name) => `${name}/`)
      .concat(vocabulary, ['project', 'check'].includes(folder) ? [contextTypes] : [])
      .join('|')})`,
  },
}))

/** Embedded by `commands/sandbox/` alone, which loads it when it is needed: it and its libraries stay off every start. */
const sandboxRule = {
  name: 'sandbox-loaded-early',
  severity: 'error',
  from: { path: '^src/commands/sandbox/' },
  to: { path: '^src/(sandbox|client|output|settings)/', pathNot: vocabulary, dependencyTypesNot: ['dynamic-import', 'type-only'] },
}

const onlyIn = (library, from) => ({
  name: `${library}-elsewhere`,
  severity: 'error',
  from: { path: '^src/', pathNot: from },
  to: { path: `(^|/)node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    ...layerRules,
    sandboxRule,
    {
      name: 'lock-elsewhere',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${lockUsers.join('|')})/` },
      to: { path: '^src/system/lock\\.ts$' },
    },
    {
      name: 'folder-without-a-rule',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(layers).join('|')})/` },
      to: {},
    },
    onlyIn('undici', '^src/client/(connections|exchange|transport)\\.ts$'),
    onlyIn('(chalk|ora|cli-table3)', '^src/output/'),
    onlyIn('zod', '^src/contract/core/(zod|json-schema)\\.ts$'),
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/zod/' },
    },
    // Types and lazy imports count as well: who reads one file of a circle has to read them all.
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    // Of pdfmake/interfaces there are only types, in @types.
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^pdfmake/interfaces' } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
