/** What a reader would not find again, as pairs of what it reads and what it was. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

export function changed(read: object, own: object): { fields?: Record<string, [unknown, unknown]> } {
  const [before, now] = [read, own].map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => isSet(value))))
  const names = [...new Set([...Object.keys(before!), ...Object.keys(now!)])]
  const fields = names.filter((name) => JSON.stringify(before![name]) !== JSON.stringify(now![name]))
  return fields.length > 0 ? { fields: Object.fromEntries(fields.map((name) => [name, [before![name] ?? null, now![name] ?? null]])) } : {}
}
