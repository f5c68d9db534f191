/** Pictures, videos and sounds: whether they are there, and whose they are. */
import { mediaOf } from '../media.ts'
import { isMore, nameOf, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'

const hostOf = (address: string | null | undefined): string | undefined =>
  address && URL.canParse(address) ? new URL(address).host : undefined

const placesOf = (survey: Snapshot): string[] => mediaOf(survey).map(({ screen, path, address }) => [screen.id, path, address].join(' '))

export const mediaRules: readonly Rule[] = [
  {
    id: 'media-broken',
    severity: 'error',
    why: 'Respondents see a gap instead of the picture, video or sound',
    needs: ['media'],
    isTouched: (before, after) => isMore(placesOf(after), placesOf(before)),
    *run(survey) {
      for (const { screen, path, address } of mediaOf(survey)) {
        const problem = survey.parts.media?.[address]
        if (problem)
          yield {
            screen: screen.id,
            path,
            message: `${nameOf(screen)}: ${address} ${problem}`,
            fix: commandLine`media upload ${survey.survey} FILE`,
          }
      }
    },
  },
  {
    id: 'media-foreign',
    severity: 'info',
    why: 'The other host can remove them, and learns who answers',
    *run(survey) {
      const own = hostOf(survey.detail.url_shared)
      const hosts = mediaOf(survey).flatMap(({ address }) => hostOf(address) ?? [])
      const foreign = [...new Set(hosts)].filter((host) => own !== undefined && host !== own)
      if (foreign.length > 0)
        yield {
          message: `Pictures, videos or sounds come from ${foreign.join(', ')}`,
          fix: commandLine`media upload ${survey.survey} FILE`,
        }
    },
  },
]
