/** The code of an error of Node or the operating system, such as `ENOENT`; empty where it has none. */
export function codeOf(error: unknown): string {
  const { code }: { code?: unknown } = typeof error === 'object' && error !== null ? error : {}
  return typeof code === 'string' ? code : ''
}
