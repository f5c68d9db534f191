/** What is asked before a survey: password, sign-in, captcha. The last two are simulated. */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { isSameSecret } from '../engine/access.ts'
import { problemOf } from '../../model/question/index.ts'
import { fieldOf, type ReceivedForm } from '../pages/form.ts'
import { html, type Html } from '../pages/html.ts'
import type { Visit } from './visit.ts'

export class Gate {
  /** Signed sums are valid while the process runs, which is enough for a simulated captcha. */
  readonly #secret = randomBytes(32)

  isNeeded({ preview, answer, survey: { admission: settings } }: Visit): boolean {
    return !preview && !answer && Boolean(settings.use_password || settings.show_captcha || settings.sso_active)
  }

  /** The page with its form; `problems` by field name. */
  page(visit: Visit, problems: Record<string, string> = {}): Html {
    const {
      say,
      survey: { admission: settings },
      base,
    } = visit
    const [a, b] = [String(randomInt(1, 10)), String(randomInt(1, 10))]
    const field = (name: string, label: string, attributes: Html): Html =>
      html`<div class="gate-field">
        <label for="gate-${name}">${label}</label>
        <input
          id="gate-${name}"
          name="${name}"
          required
          aria-describedby="gate-${name}-problem"
          ${problems[name] && html` aria-invalid="true"`}
          ${attributes}
        />
        <p class="problem" id="gate-${name}-problem" role="alert">${problems[name] ?? ''}</p>
      </div>`
    return html`<form class="card gate" method="post" action="${base}/enter">
      <h2 tabindex="-1">${visit.survey.version.settings.info_title || visit.survey.name}</h2>
      ${settings.use_password && field('password', say('enter_password'), html`type="password" autocomplete="off"`)}
      ${settings.sso_active && field('email', say('sign_in'), html`type="email" autocomplete="email"`)}
      ${
        settings.show_captcha &&
        html`${field('captcha', say('captcha', { a, b }), html`inputmode="numeric" autocomplete="off"`)}
          <input type="hidden" name="captcha_a" value="${a}" /><input type="hidden" name="captcha_b" value="${b}" />
          <input type="hidden" name="captcha_sign" value="${this.#sign(a, b)}" />`
      }
      ${hiddenFields(visit)}
      <div class="buttons"><button class="primary">${say('btn_continue')}</button></div>
    </form>`
  }

  problems({ say, store, survey: { id, admission: settings } }: Visit, form: ReceivedForm): Record<string, string> {
    const found: Record<string, string> = {}
    if (settings.use_password && !store.passwordFits(id, fieldOf(form, 'password'))) found.password = say('wrong_password')
    if (settings.sso_active && problemOf({ type: 'email' }, fieldOf(form, 'email').trim(), true)) found.email = say('invalid_email')
    if (settings.show_captcha) {
      const [a, b] = [fieldOf(form, 'captcha_a'), fieldOf(form, 'captcha_b')]
      const genuine = isSameSecret(fieldOf(form, 'captcha_sign'), this.#sign(a, b))
      if (!genuine || Number(fieldOf(form, 'captcha')) !== Number(a) + Number(b)) found.captcha = say('wrong_captcha')
    }
    return found
  }

  #sign(a: string, b: string): string {
    return createHmac('sha256', this.#secret).update(`${a}+${b}`).digest('hex')
  }
}

/** Values of hidden variables: taken from the address, then sent with every form. */
export const hiddenFields = (visit: Visit): Html =>
  html`${Object.entries(hiddenValues(visit, (name) => visit.query.get(name))).map(
    ([name, value]) => html`<input type="hidden" name="hidden.${name}" value="${value}" />`,
  )}`

const maxLength = 1000

/** Values of the variables declared in `hidden_options`, which has their defaults. */
export function hiddenValues({ survey: { version } }: Visit, read: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(version.hidden_options).map(([name, fallback]) => [
      name,
      (read(name) || (typeof fallback === 'string' ? fallback : '')).slice(0, maxLength),
    ]),
  )
}
