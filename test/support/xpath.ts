/** XPath as programs of XLSForm understand it: a small evaluator, which knows nothing of ours. Blank is the empty text. */

export type Answers = Readonly<Record<string, string>>
type Value = string | number | boolean

const token =
  /\s*(?:(\$\{[^}]+\})|('[^']*'|"[^"]*")|(\d+(?:\.\d+)?)|([a-z][\w-]*(?=\s*\())|(or|and|div|mod)(?=[\s(])|(<=|>=|!=|[=<>+*()-]|,)|(\.(?!\d)))/gy

export function tokensOf(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match) throw new Error(`XPath: ${text.slice(at, at + 30)} in ${text}`)
    found.push(match[0].trim())
  }
  return found
}

const toText = (value: Value): string => String(value)
const toNumber = (value: Value): number => {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return Date.parse(value.length === 16 ? `${value}Z` : value) / 86_400_000
  return typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
}
const toBoolean = (value: Value): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : value

/** `own`: what `.` stands for. */
export function evaluate(text: string, answers: Answers, own = ''): Value {
  const tokens = tokensOf(text)
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const need = (sign: string): void => {
    const found = next()
    if (found !== sign) throw new Error(`XPath: ${sign} expected, not ${found}: ${text}`)
  }
  const call = (name: string): Value => {
    need('(')
    const args: Value[] = []
    while (tokens[at] !== ')') {
      if (args.length > 0) need(',')
      args.push(or())
    }
    need(')')
    const [first = '', second = ''] = args
    switch (name) {
      case 'true':
        return true
      case 'false':
        return false
      case 'not':
        return !toBoolean(first)
      case 'boolean':
        return toBoolean(first)
      case 'selected':
        return toText(first).split(' ').includes(toText(second))
      case 'count-selected':
        return toText(first).split(' ').filter(Boolean).length
      case 'contains':
        return toText(first).includes(toText(second))
      case 'string-length':
        return toText(first).length
      case 'date':
      case 'date-time':
        return toNumber(first)
      case 'regex':
        return new RegExp(toText(second)).test(toText(first))
      default:
        throw new Error(`XPath has no ${name}(): ${text}`)
    }
  }
  const primary = (): Value => {
    const found = next()
    if (found === '(') {
      const value = or()
      need(')')
      return value
    }
    if (found === '-') return -toNumber(primary())
    if (found === '.') return own
    if (found.startsWith('${')) {
      const name = found.slice(2, -1)
      if (!Object.hasOwn(answers, name)) throw new Error(`XPath: there is no ${name}`)
      return answers[name]!
    }
    if (/^['"]/.test(found)) return found.slice(1, -1)
    if (/^\d/.test(found)) return Number(found)
    return call(found)
  }
  const compared = (): Value => {
    let left = primary()
    while (['=', '!=', '<', '<=', '>', '>='].includes(tokens[at] ?? '')) {
      const sign = next()
      const right = primary()
      if (sign === '=' || sign === '!=') {
        const same = typeof left === 'string' && typeof right === 'string' ? left === right : toNumber(left) === toNumber(right)
        // A blank equals nothing that is a number.
        left = sign === '=' ? same : !same
      } else {
        const [a, b] = [toNumber(left), toNumber(right)]
        left = sign === '<' ? a < b : sign === '<=' ? a <= b : sign === '>' ? a > b : a >= b
      }
    }
    return left
  }
  const and = (): Value => {
    let left = compared()
    while (tokens[at] === 'and') {
      next()
      const right = compared()
      left = toBoolean(left) && toBoolean(right)
    }
    return left
  }
  function or(): Value {
    let left = and()
    while (tokens[at] === 'or') {
      next()
      const right = and()
      left = toBoolean(left) || toBoolean(right)
    }
    return left
  }
  const value = or()
  if (at < tokens.length) throw new Error(`XPath: ${tokens.slice(at).join(' ')} is left of ${text}`)
  return value
}

export const holds = (text: string, answers: Answers, own = ''): boolean => toBoolean(evaluate(text, answers, own))
