import { command, group } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { refusePlace, saveAddress } from '../../cli/download/save.ts'
import { buildQr, viewQr } from '../../contract/surveys/qr.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../errors.ts'
import { halfBlocks } from '../../files/half-blocks.ts'
import type { Column } from '../../output/columns.ts'
import { webAddress } from '../../text/web-address.ts'

const columns: Column[] = [
  { path: 'url', label: 'file' },
  'format',
  'size',
  'color',
  'background',
  'margin',
  { path: 'is_published', label: 'survey published', as: 'yesno' },
]

/** The code itself, for a phone held to the screen. */
async function draw(context: Context, id: number): Promise<void> {
  const { url_shared, is_published } = await context.service.call(viewQuiz, { id })
  if (!url_shared) return
  const { encodeQR } = await import('qr')
  await context.show.print(`\n${halfBlocks(encodeQR(webAddress(url_shared), 'raw', { ecc: 'medium', border: 2 }))}\n${url_shared}\n`)
  if (is_published === false) context.show.note('The survey is not published: the address opens nothing yet.')
}

export const qrGroup = group('qr', {
  summary: 'QR code of a survey',
  shows: 'qr view {id}',
  commands: [
    command('view', viewQr, {
      columns,
      examples: ['qr view 42', 'qr view 42 --json'],
      run: async (context, input) => {
        await context.show.view(viewQr, input, columns)
        if (context.show.form.forPerson && !context.flags.quiet) await draw(context, input.id)
      },
    }),
    command('build', buildQr, {
      extra: { output: { flag: '-o, --output <file>', about: 'Save the built file here (with --force also over an existing one)' } },
      examples: ['qr build 42 --format svg --size 400', 'qr build 42 --format png --color "#102030" --margin 2 -o code.png --force'],
      run: async (context, input) => {
        if (context.flags.output === '-' && context.show.form.terminal)
          throw usageError('Refusing to write a file to the terminal', 'Redirect standard output, or give -o FILE')
        if (context.flags.output !== undefined && !context.flags.dryRun) await refusePlace(context.flags.output, context.flags.force)
        const state = await context.service.call(buildQr, input)
        const built = state.regenerated === false ? 'The code is as it was built before' : 'Built the code'
        const { output } = context.flags
        if (output === undefined || context.flags.dryRun) return context.show.done(state, `${built} · ${state.url ?? ''}`, input.id)
        if (!state.url)
          throw new CommandError('refused', 'The QR code was built, but the service returned no address for its file', { details: state })
        const { path } = await saveAddress(context, state.url, { output })
        if (output !== '-') await context.show.done({ ...state, path }, `${built} · saved ${path}`, path)
      },
    }),
  ],
})
