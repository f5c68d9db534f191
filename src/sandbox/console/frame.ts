/** The HTML document around each page, and parts that several pages use. */
import { html, raw, type Html, type Part } from '../pages/html.ts'
import { pageScript } from '../pages/script.ts'
import { style } from './style.ts'

export interface Link {
  href: string
  title: string
}

interface Frame {
  title: string
  /** The current page's address. */
  here: string
  links: readonly Link[]
  nonce: string
  body: Html
  /** Address of the page's event stream, if it has one. */
  events?: string | undefined
  message?: string | undefined
}

const head = (title: string, nonce: string): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>${title}</title>
    <style nonce="${nonce}">
      ${raw(style)}
    </style>`

export const documentOf = ({ title, here, links, nonce, body, events, message }: Frame): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${head(`${title} · Sandbox`, nonce)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <p class="brand">Sandbox</p>
          <nav aria-label="Console">
            <ul>
              ${links.map((link) => html`<li><a href="${link.href}" ${link.href === here && raw(' aria-current="page"')}>${link.title}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main id="main" tabindex="-1">
          <div class="title">
            <h1>${title}</h1>
            ${events && html`<button type="button" id="live" data-events="${events}" hidden>Pause</button>`}
          </div>
          <p role="status" class="notice" id="notice">${message}</p>
          ${body}
        </main>
        <script nonce="${nonce}">
          ${raw(pageScript('console'))}
        </script>
      </body>
    </html>`

/** A page outside of the console: for visitors without the token, and for addresses that don't exist. */
export const plainPage = (nonce: string, title: string, text: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${head(title, nonce)}
      </head>
      <body class="plain">
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`

/** A time in the time zone of this machine, which is the reader's too. */
export const timeOf = (at: string | null): Html =>
  at === null
    ? html`<span class="soft">never</span>`
    : html`<time datetime="${at}">${new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })}</time>`

export type Tone = 'good' | 'bad' | 'wait' | 'soft'

/** A short text whose colour only repeats its meaning. */
export const chip = (tone: Tone, text: Part): Html => html`<span class="chip ${tone}">${text}</span>`

/** A value with a button that copies it. */
export const copied = (label: string, value: string | number): Html =>
  html`<span class="copied"
    ><code>${value}</code><button type="button" class="copy" data-copy="${value}" aria-label="Copy ${label}" hidden>Copy</button></span
  >`

export const empty = (text: Part): Html => html`<p class="empty">${text}</p>`

/** Why a form was refused. */
export const problemsOf = (problems: readonly string[] | undefined): Html | undefined =>
  problems && html`<div class="problems" role="alert">${problems.map((problem) => html`<p>${problem}</p>`)}</div>`
