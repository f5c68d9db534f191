import { command, group } from '../../cli/command.ts'
import { logoBytes, logoFormats, removeLogo, setBranding, uploadLogo } from '../../contract/account/branding.ts'
import { needFile } from '../../system/local-file.ts'

const shown = (what: string, on: boolean | undefined): string[] => (on === undefined ? [] : [`${what} is ${on ? 'shown' : 'hidden'}`])

export const brandingGroup = group('branding', {
  summary: "Logo and the service's copyright",
  commands: [
    command('set', setBranding, {
      done: (_, { logo_show, show_copyright }) =>
        [...shown('the logo', logo_show), ...shown('the copyright', show_copyright)].join(', ').replace(/^t/, 'T'),
      examples: ['branding set --logo-show', 'branding set --no-show-copyright'],
    }),
    command('logo-upload', uploadLogo, {
      positionals: ['logo'],
      examples: ['branding logo-upload photo.png'],
      run: async (context, input) => {
        await needFile(input.logo, { formats: logoFormats, bytes: logoBytes })
        const result = await context.service.call(uploadLogo, input)
        await context.show.done(result, `Uploaded the logo · ${result.logo_url}`, result.logo_url)
      },
    }),
    command('logo-remove', removeLogo, {
      confirm: () => 'Remove the logo?',
      done: () => 'Removed the logo',
      examples: ['branding logo-remove --yes'],
    }),
  ],
})
