/** One screen of a survey: its media, texts and control. */
import type { Multimedia } from '../../contract/surveys/question.ts'
import type { Question } from '../../model/survey.ts'
import { isAnswerable, isRequired } from '../../model/question/index.ts'
import { controlOf, isLabelled } from './fields/index.ts'
import { keyOf } from './fields/shown.ts'
import { attributes, html, rich, safeUrl, type Html } from '../pages/html.ts'
import type { Visit } from './visit.ts'

interface ScreenState {
  number: number | undefined
  value: unknown
  problem: string | undefined
}

export function screenOf(
  {
    survey: {
      version: { settings },
    },
    say,
  }: Visit,
  id: string,
  question: Question,
  { number, value, problem }: ScreenState,
): Html {
  const key = keyOf(id)
  const required = isRequired(question, settings.question_required_mode)
  const background = question.multimedia?.imgLocation === 'background' ? backgroundOf(question.multimedia) : undefined
  return html`<section${attributes({
    class: background ? 'screen card over-picture' : 'screen card',
    id: `screen-${key}`,
    'data-id': id,
    'data-type': question.type,
    style: background && `--picture: url("${background}")`,
  })}>
    ${!background && mediaOf(question.multimedia)}
    ${headingOf(question, key, required, settings.numeration ? number : undefined, say('question_number', { n: number ?? '' }))}
    <div class="about" id="about-${key}">${question.withDescription !== false && rich(question.description)}</div>
    <p class="timer" role="timer" hidden></p>
    ${controlOf({ id, key, question, value, required, say })}
    <p class="problem" id="problem-${key}" role="alert">${problem}</p>
  </section>`
}

function headingOf(question: Question, key: string, required: boolean, number: number | undefined, fallback: string): Html {
  const visible = question.withTitle !== false && Boolean(question.title)
  const label = html`${number !== undefined && html`<span class="number">${number}</span> `}${visible ? rich(question.title) : fallback}${required && html`<span class="star" aria-hidden="true"> *</span>`}`
  const unseen = !visible && !(isAnswerable(question) && number !== undefined)
  return html`<h2 id="title-${key}" tabindex="-1" ${unseen && html` class="unseen"`}>
    ${isLabelled(question) ? html`<label for="field-${key}">${label}</label>` : label}
  </h2>`
}

function mediaOf(media: Multimedia | null | undefined): Html | undefined {
  if (!media) return undefined
  const address = safeUrl(media.type && { img: media.imgUrl, video: media.videoUrl, audio: media.audioUrl }[media.type])
  if (!address) return undefined
  if (media.type === 'img') return html`<img class="media" src="${address}" alt="" />`
  if (media.type === 'audio') return html`<audio class="media" src="${address}" controls></audio>`
  const autoplay = videoSetting(media, 'autoplay', false)
  // Browsers allow autoplay only without sound.
  return html`<video
    class="media"
    src="${address}"
    playsinline${attributes({ controls: videoSetting(media, 'controls', !autoplay), autoplay, muted: autoplay })}
  ></video>`
}

/** `videoSettings` is the name of a setting, a list of names, or an object with booleans. */
function videoSetting({ videoSettings }: Multimedia, name: 'controls' | 'autoplay', fallback: boolean): boolean {
  if (videoSettings === undefined || videoSettings === null) return fallback
  return typeof videoSettings === 'object' && !Array.isArray(videoSettings)
    ? (videoSettings[name] ?? fallback)
    : [videoSettings].flat().includes(name)
}

/** In CSS, quotes and backslashes would end the `url("...")`. */
const backgroundOf = ({ imgUrl }: Multimedia): string | undefined => safeUrl(imgUrl)?.replace(/["\\\n\r]/g, encodeURIComponent)
