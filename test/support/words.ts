/** Command lines as a shell reads them: a word may be quoted in parts. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g), ([text]) =>
    text.replaceAll(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_, double?: string, single?: string) => double?.replaceAll(/\\(.)/g, '$1') ?? single ?? '',
    ),
  )

/** Whether only a shell can do what it says: pipes, several commands, settings in front, names by their beginnings. */
export const needsShell = (line: string): boolean => /[|<>;&*~]|^\w+=/.test(line.replaceAll(/"[^"]*"|'[^']*'/g, '')) || /[$`]/.test(line)
