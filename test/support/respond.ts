/** Answers given over the page by plain forms, as a browser without scripts sends them. */

export class Respondent {
  #address: string
  #cookie = ''
  #hidden: Record<string, string> = {}

  constructor(address: string) {
    this.#address = address
  }

  /** The same page at another service. */
  move(baseUrl: string): void {
    this.#address = new URL(new URL(this.#address).pathname, baseUrl).href
  }

  async #ask(path: string, init: RequestInit = {}): Promise<{ status: number; page: string }> {
    const answer = await fetch(this.#address + path, { ...init, redirect: 'manual', headers: { cookie: this.#cookie } })
    const set = answer.headers.get('set-cookie')
    if (set) this.#cookie = set.split(';')[0]!
    const page = await answer.text()
    const found = [...page.matchAll(/<input type="hidden" name="(token|version)" value="([^"]*)"/g)]
    if (found.length > 0) this.#hidden = Object.fromEntries(found.map(([, name, value]) => [name!, value!]))
    return { status: answer.status, page }
  }

  /** The page as it stands for this respondent. */
  async open(): Promise<string> {
    return (await this.#ask('')).page
  }

  #post(path: string, fields: Record<string, string | readonly string[]>): Promise<{ status: number; page: string }> {
    const entries = Object.entries({ ...this.#hidden, ...fields })
    const body = new URLSearchParams(
      entries.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])),
    )
    return this.#ask(path, { method: 'POST', body })
  }

  /** What was given so far, from this screen. */
  save(screen: string, fields: Record<string, string | readonly string[]>): Promise<{ status: number; page: string }> {
    return this.#post('/save', { ...fields, screen })
  }

  submit(fields: Record<string, string | readonly string[]>): Promise<{ status: number; page: string }> {
    return this.#post('/submit', fields)
  }
}

/** One whole answer; fails unless it was taken. */
export async function respond(address: string, fields: Record<string, string | readonly string[]>): Promise<void> {
  const respondent = new Respondent(address)
  await respondent.open()
  const { status, page } = await respondent.submit(fields)
  if (status !== 200) throw new Error(`${status}: ${page.slice(0, 500)}`)
}
