/** Pages of the manual in roff's man macros: one of the program, one of each group. */
import { commandLine, usageTerms } from '../../cli/help/command-line.ts'
import type { Command, Group } from '../../cli/command.ts'
import * as help from '../../cli/help/help.ts'
import { flagsOnPage } from '../../cli/program.ts'
import { shapeOf } from '../../cli/shape.ts'
import { fold } from '../../cli/help/aligned.ts'
import { lexer, type Token, type Tokens } from 'marked'
import { blocksOf, plain } from './markdown.ts'
import type { Topic } from './topics.ts'

interface Section {
  title: string
  groups: readonly Group[]
}

const program = 'surveyctl'

/** Plain ASCII, with nothing that roff takes for a request. */
function escaped(text: string): string {
  const signs = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\x20-\x7e\n]/gu, (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
  return signs.replace(/^(?=[.'])/gm, '\\&')
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`
const heading = (macro: 'SH' | 'SS', text: string): string => `.${macro} ${quoted(text)}`
/** Lines of source are short: each is escaped by itself, as a dot at its beginning would be a request. */
const prose = (text: string): string => fold(text, 72).map(escaped).join('\n')
const bold = (text: string): string => `\\fB${escaped(text)}\\fR`
const terms = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.flatMap(([term, meaning]) => ['.TP', bold(term), prose(meaning || '-')])
const commands = (shown: readonly string[]): string[] => ['.PP', '.nf', ...shown.map(escaped), '.fi']

function table({ header, rows }: Tokens.Table): string[] {
  const cells = rows.map((row) => row.map(({ tokens }) => plain(tokens)))
  if (header.length === 2) return terms(cells.map(([term = '', meaning = '']) => [term, meaning]))
  return cells.flatMap(([first = '', ...others]) => [
    '.TP',
    bold(first),
    ...others.flatMap((cell, column) => [...(column === 0 ? [] : ['.br']), prose(`${plain(header[column + 1]!.tokens)}: ${cell}`)]),
  ])
}

function block(token: Token): string[] {
  switch (token.type) {
    case 'heading':
      return token.depth === 1 ? [] : [heading('SH', plain(token.tokens).toUpperCase())]
    case 'code':
      return commands((token as Tokens.Code).text.split('\n'))
    case 'list':
      return (token as Tokens.List).items.flatMap(({ tokens }) => ['.IP \\(bu 2', prose(plain(tokens))])
    case 'table':
      return table(token as Tokens.Table)
    default:
      return ['.PP', prose(plain([token]))]
  }
}

const title = (name: string, version: string, date: string, section = 1): string =>
  `.TH ${quoted(name.toUpperCase())} ${section} "${date}" ${quoted(`${program} ${version}`)} ${quoted(section === 1 ? 'User Commands' : 'Guides')}`

function commandSection(noun: string, command: Command): string[] {
  const shape = shapeOf(command)
  const name = [program, noun, command.verb].filter(Boolean).join(' ')
  const given = shape.positionals.map((one) => [one.label, help.describePositional(one, shape, command)] as const)
  return [
    heading('SS', [name, ...usageTerms(shape.positionals), '[FLAGS]'].join(' ')),
    prose(`${command.definition.summary ?? command.operation?.summary ?? ''}.`),
    ...terms([...given, ...flagsOnPage(noun, command, help)]),
    ...commands(command.definition.examples.map((example) => commandLine(noun, example))),
  ]
}

/** A heading begins a paragraph by itself. */
const page = (lines: readonly string[]): string =>
  `${lines.filter((line, index) => line !== '.PP' || !lines[index - 1]?.startsWith('.S')).join('\n')}\n`

const groupPage = ({ noun, summary, commands: all, aliases }: Group, version: string, date: string): string =>
  page([
    title(`${program}-${noun}`, version, date),
    heading('SH', 'NAME'),
    `${escaped(`${program}-${noun}`)} \\- ${escaped(summary)}`,
    heading('SH', 'SYNOPSIS'),
    `${bold(`${program} ${noun}`)} ${escaped(all.length === 1 && all[0]?.verb === '' ? '[ARGUMENTS] [FLAGS]' : 'VERB [ARGUMENTS] [FLAGS]')}`,
    ...(aliases.length > 0 ? ['.PP', escaped(`Also called: ${aliases.join(', ')}`)] : []),
    heading('SH', 'COMMANDS'),
    ...all.flatMap((command) => commandSection(noun, command)),
    heading('SH', 'SEE ALSO'),
    `.BR ${program} (1)`,
  ])

const guidePage = ({ name, title: about, text }: Topic, version: string, date: string): string =>
  page([
    title(`${program}-${name}`, version, date, 7),
    heading('SH', 'NAME'),
    `${escaped(`${program}-${name}`)} \\- ${escaped(about)}`,
    heading('SH', 'DESCRIPTION'),
    ...blocksOf(lexer(text)).flatMap(block),
    heading('SH', 'SEE ALSO'),
    `.BR ${program} (1)`,
  ])

const programPage = (sections: readonly Section[], guides: readonly Topic[], version: string, date: string): string =>
  page([
    title(program, version, date),
    heading('SH', 'NAME'),
    `${program} \\- surveys, answers, promo codes and integrations of an account, from the command line`,
    heading('SH', 'SYNOPSIS'),
    `${bold(program)} ${escaped('NOUN VERB [ARGUMENTS] [FLAGS]')}`,
    heading('SH', 'COMMANDS'),
    ...sections.flatMap(({ title: name, groups }) => [
      heading('SS', name),
      ...terms(groups.map(({ noun, summary }) => [`${program} ${noun}`, `${summary}. See ${program}-${noun}(1)`])),
    ]),
    heading('SH', 'GUIDES'),
    ...terms(guides.map(({ name, title: about }) => [`${program} help ${name}`, `${about}. See ${program}-${name}(7)`])),
  ])

/** By file name. */
export function manPages(sections: readonly Section[], guides: readonly Topic[], version: string, date: string): Map<string, string> {
  const groups = sections.flatMap((section) => section.groups)
  return new Map([
    [`${program}.1`, programPage(sections, guides, version, date)],
    ...groups.map((group): [string, string] => [`${program}-${group.noun}.1`, groupPage(group, version, date)]),
    ...guides.map((guide): [string, string] => [`${program}-${guide.name}.7`, guidePage(guide, version, date)]),
  ])
}
