/** The items of a list as the service wrote them: cut out of JSON that was parsed before, so nothing is judged here. */

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [beginObject, endObject, beginList, endList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** White space, and the mark of the byte order that may stand before all. */
const isBlank = (byte: number | undefined): boolean => byte !== undefined && (byte <= 0x20 || byte >= 0x80)
const isBegin = (byte: number | undefined): boolean => byte === beginObject || byte === beginList
const isEnd = (byte: number | undefined): boolean => byte === comma || byte === endObject || byte === endList || isBlank(byte)

/** Of the list at `path`, each item that is an object or a list, as a part of `json`. */
export function writtenItems(json: Uint8Array, path: readonly string[]): Uint8Array[] {
  const list = path.reduce((at, name) => memberAt(json, at, name), skipBlanks(json, 0))
  const items: Uint8Array[] = []
  if (json[list] !== beginList) return items
  for (let at = skipBlanks(json, list + 1); json[at] !== endList;) {
    const end = skipValue(json, at)
    if (isBegin(json[at])) items.push(json.subarray(at, end))
    at = skipOver(json, end, comma)
  }
  return items
}

/** Where the value of a member of the object at `at` begins: of a name that comes twice the last one, as parsing takes it. */
function memberAt(json: Uint8Array, at: number, name: string): number {
  if (json[at] !== beginObject) return json.length
  let [found, next] = [json.length, skipBlanks(json, at + 1)]
  while (json[next] !== endObject) {
    const behindName = skipText(json, next)
    const value = skipOver(json, behindName, colon)
    if (JSON.parse(Buffer.from(json.subarray(next, behindName)).toString()) === name) found = value
    next = skipOver(json, skipValue(json, value), comma)
  }
  return found
}

function skipBlanks(json: Uint8Array, at: number): number {
  while (isBlank(json[at])) at++
  return at
}

/** Behind a colon or a comma, if one follows. */
function skipOver(json: Uint8Array, at: number, mark: number): number {
  const next = skipBlanks(json, at)
  return json[next] === mark ? skipBlanks(json, next + 1) : next
}

/** Behind the value that begins at `at`. */
function skipValue(json: Uint8Array, at: number): number {
  if (json[at] === quote) return skipText(json, at)
  if (isBegin(json[at])) return skipInner(json, at)
  while (at < json.length && !isEnd(json[at])) at++
  return at
}

function skipText(json: Uint8Array, at: number): number {
  let next = at + 1
  while (json[next] !== quote) next += json[next] === backslash ? 2 : 1
  return next + 1
}

function skipInner(json: Uint8Array, at: number): number {
  let depth = 0
  for (let next = at; ; next++) {
    const byte = json[next]
    if (byte === quote) next = skipText(json, next) - 1
    else if (byte === beginObject || byte === beginList) depth++
    else if ((byte === endObject || byte === endList) && --depth === 0) return next + 1
  }
}
