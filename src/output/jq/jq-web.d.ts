declare module 'jq-web' {
  const jq: Promise<{ raw: (input: string, filter: string, flags?: string[]) => string | undefined }>
  export default jq
}
