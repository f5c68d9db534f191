/** The printable survey as one HTML page: no scripts, no external resources, all text escaped. */
import type { Language } from '../../../model/survey.ts'
import { box, figure, gridParts, type GridPart, type Mark } from './print-marks.ts'
import { requiredMark, type PrintedScreen, type PrintedSurvey } from './print-screens.ts'
import { escapeXml } from '../../../files/text.ts'

const style = (points: number): string => `
:root { font: ${points}pt/1.4 "DejaVu Sans", Arial, sans-serif; color: #102a43; }
body { max-width: 48em; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere; }
h1 { font-size: 1.7em; margin: 0 0 .3em; } h2 { font-size: 1.15em; margin: 0 0 .2em; }
section { margin-top: 1.8em; break-inside: avoid; }
p { margin: .2em 0; white-space: pre-line; } .faint { color: #627d98; } b { color: #c0392b; }
ul { list-style: none; margin: .5em 0 0; padding: 0; } li { display: flex; gap: .6em; margin: .3em 0; }
.order { border-bottom: 1px solid; width: 2em; flex: none; }
.scale { display: flex; flex-wrap: wrap; gap: .6em 1.4em; margin-top: .6em; text-align: center; } .scale span { display: block; }
.range { width: fit-content; } .shape { font-size: 1.4em; line-height: 1; } .ends { display: flex; justify-content: space-between; gap: 2em; margin-top: .3em; }
.line { border-bottom: 1px solid #627d98; height: 2em; display: flex; align-items: end; } .blanks { font-family: "DejaVu Sans Mono", monospace; white-space: pre; margin-top: .8em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-top: .7em; }
th, td { border: 1px solid #bcccdc; padding: .35em; text-align: center; font-weight: normal; font-size: .9em; } th:first-child { text-align: left; width: 30%; }
@page { margin: 18mm; } @media print { body { margin: 0; max-width: none; padding: 0; } }
`

const items = (texts: readonly string[], mark: string): string =>
  `<ul>${texts.map((text) => `<li>${mark}<span>${escapeXml(text)}</span></li>`).join('')}</ul>`

function scaleHtml({ shape, values, from, to }: Extract<Mark, { kind: 'scale' }>): string {
  const steps = values.map((value) => `<div><span class="shape">${figure(shape)}</span><span>${value}</span></div>`).join('')
  const ends = from || to ? `<div class="ends faint"><span>${escapeXml(from)}</span><span>${escapeXml(to)}</span></div>` : ''
  return `<div class="range"><div class="scale">${steps}</div>${ends}</div>`
}

function gridHtml({ columns, rows, tick }: GridPart): string {
  const head = columns.map((column) => `<th scope="col">${escapeXml(column)}</th>`).join('')
  const body = rows
    .map((row) => `<tr><th scope="row">${escapeXml(row)}</th>${columns.map(() => `<td>${tick}</td>`).join('')}</tr>`)
    .join('')
  return `<table><thead><tr><th></th>${head}</tr></thead><tbody>${body}</tbody></table>`
}

function markHtml(mark: Mark): string {
  switch (mark.kind) {
    case 'options':
      return items(mark.items, `<span>${box(mark.several)}</span>`)
    case 'order':
      return items(mark.items, '<span class="order"></span>')
    case 'scale':
      return scaleHtml(mark)
    case 'lines':
      return Array.from({ length: mark.count }, (_, index) => `<div class="line">${index === 0 ? mark.label : ''}</div>`).join('')
    case 'blanks':
      return `<div class="blanks">${mark.pattern}</div>`
    case 'grid':
      return gridParts(mark).map(gridHtml).join('')
  }
}

const screenHtml = ({ title, required, asks, description, marks }: PrintedScreen): string =>
  `<section>${title && `<h2>${escapeXml(title)}${required && asks ? ` <b>${requiredMark}</b>` : ''}</h2>`}${
    description && `<p class="faint">${escapeXml(description)}</p>`
  }${marks.map(markHtml).join('')}</section>\n`

export function printHtml({ title, description, legend, screens }: PrintedSurvey, points: number, lang: Language): string {
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${style(points)}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${description && `<p>${escapeXml(description)}</p>\n`}${legend && `<p class="faint">${escapeXml(legend)}</p>\n`}${screens.map(screenHtml).join('')}</body>
</html>
`
}
