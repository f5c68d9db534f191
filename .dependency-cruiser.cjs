/** Who may import whom: see "Who may import whom" in the README. Types count as well. */
const layers = {
  contract: [],
  client: ['contract'],
  output: [],
  settings: [],
  cli: ['contract', 'client', 'output', 'settings'],
  commands: ['cli', 'contract'],
  sandbox: ['contract'],
  reference: ['commands', 'cli', 'contract'],
}

/** Shapes that everyone may speak of. */
const vocabulary = 'output/columns\\.ts$'

/** A folder reaches itself, what is listed, and the single files beside the folders (errors.ts, assets.ts). */
const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `${folder}-reaches-too-far`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '^src/commands/sandbox\\.ts$' },
  to: {
    path: '^src/([^/]+/|main\\.ts$)',
    pathNot: `^src/(${[folder, ...allowed]
      .map((name) => `${name}/`)
      .concat(vocabulary)
      .join('|')})`,
  },
}))

/** The sandbox and its libraries stay off the start path. */
const sandboxRule = {
  name: 'sandbox-loaded-early',
  severity: 'error',
  from: { path: '^src/commands/sandbox\\.ts$' },
  to: { path: '^src/(sandbox|client|output|settings)/', pathNot: vocabulary, dependencyTypesNot: ['dynamic-import'] },
}

const onlyIn = (library, from) => ({
  name: `${library}-elsewhere`,
  severity: 'error',
  from: { path: '^src/', pathNot: from },
  to: { path: `(^|/)node_modules/${library}/` },
})

module.exports = {
  forbidden: [
    ...layerRules,
    sandboxRule,
    onlyIn('undici', '^src/client/transport\\.ts$'),
    onlyIn('(chalk|ora|cli-table3)', '^src/output/'),
    onlyIn('zod', '^src/contract/(zod|schema)\\.ts$'),
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/zod/' },
    },
    // A cycle through a type or a lazy import never meets itself while loading.
    {
      name: 'cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import', 'type-only'] } },
    },
    // Of pdfmake/interfaces there are only types, in @types.
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^pdfmake/interfaces' } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
