/** Who may import whom. Types count as well. */
const layers = {
  text: [],
  system: [],
  contract: [],
  client: ['contract', 'system'],
  output: ['system'],
  settings: ['system'],
  files: [],
  model: ['contract'],
  answers: ['model', 'files', 'contract', 'system'],
  project: ['draft', 'check', 'model', 'contract', 'system'],
  check: ['model', 'contract', 'system'],
  draft: ['model', 'contract', 'system'],
  forms: ['draft', 'model', 'files', 'contract', 'system'],
  control: ['contract', 'system'],
  promo: ['files', 'contract', 'system'],
  account: ['project', 'answers', 'check', 'draft', 'model', 'files', 'contract', 'system'],
  cli: ['contract', 'client', 'output', 'settings', 'system'],
  mcp: ['cli', 'account', 'promo', 'draft', 'forms', 'contract', 'model', 'project', 'check', 'answers', 'files', 'system'],
  commands: [
    'cli',
    'mcp',
    'control',
    'account',
    'promo',
    'draft',
    'forms',
    'contract',
    'model',
    'project',
    'check',
    'answers',
    'files',
    'system',
  ],
  sandbox: ['contract', 'model', 'files', 'system'],
  reference: ['commands', 'cli', 'contract'],
}

/** Texts and numbers, with nothing known of service or machine: for everyone, as src/errors.ts is. */
const everyones = 'text'

/** The port of the jobs: who takes it, and who implements it. */
const portUsers = ['account', 'promo', 'draft', 'forms', 'project', 'check', 'answers', 'cli', 'commands', 'mcp']

/** The one lock is for what is kept on disk between runs. */
const lockUsers = ['settings', 'draft', 'answers', 'control', 'system', 'account']

/** What everyone may speak of: types of output's columns, and its forms. */
const vocabulary = 'output/(columns|form)\\.ts$'

const layerRules = Object.entries(layers).map(([folder, allowed]) => ({
  name: `${folder}-reaches-too-far`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '^src/commands/tool/sandbox/' },
  to: {
    path: '^src/([^/]+/|main\\.ts$)',
    pathNot: `^src/(${[folder, everyones, ...allowed]
      .map((name) => `${name}/`)
      .concat(vocabulary)
      .join('|')})`,
  },
}))

/** Embedded by `commands/tool/sandbox/` alone, which loads it when it is needed: it and its libraries stay off every start. */
const sandboxRule = {
  name: 'sandbox-loaded-early',
  severity: 'error',
  from: { path: '^src/commands/tool/sandbox/' },
  to: { path: '^src/(sandbox|client|output|settings)/', pathNot: vocabulary, dependencyTypesNot: ['dynamic-import', 'type-only'] },
}

/**
 * Inside the sandbox, from the top: `api` and `console` answer what is asked of it, by operations and by pages; `control` does what its
 * owner asks for, `seed` what fills it; `respondent` runs surveys, `deliveries` sends what came of them, `documents` and `report` show it, in
 * `files` and on `pages`, which are told all they show; `engine` takes requests, and `store` has what it all stands on.
 */
const sandboxLayers = {
  api: ['control', 'seed', 'respondent', 'deliveries', 'documents', 'report', 'files', 'engine', 'store'],
  console: ['control', 'deliveries', 'pages', 'engine', 'store'],
  control: ['seed', 'engine', 'store'],
  seed: ['engine', 'store'],
  respondent: ['pages', 'engine', 'store'],
  deliveries: ['engine', 'store'],
  documents: ['report', 'files'],
  report: ['files', 'engine', 'store'],
  files: [],
  pages: [],
  engine: ['store'],
  store: [],
}

const sandboxRules = Object.entries(sandboxLayers).map(([folder, allowed]) => ({
  name: `sandbox-${folder}-reaches-too-far`,
  severity: 'error',
  from: { path: `^src/sandbox/${folder}/` },
  to: { path: '^src/sandbox/', pathNot: `^src/sandbox/(${[folder, ...allowed].join('|')})/` },
}))

/** What runs in browsers: the code of their page, and what the server decides by as well. */
const browserRule = {
  name: 'browser-reaches-too-far',
  severity: 'error',
  from: { path: '^src/sandbox/([^/]+)/browser/' },
  to: {
    path: '.',
    pathNot: '^src/(sandbox/$1/browser/|sandbox/respondent/decode\\.ts$|model/walk\\.ts$)',
    dependencyTypesNot: ['type-only'],
  },
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
    ...sandboxRules,
    browserRule,
    {
      name: 'sandbox-folder-without-a-rule',
      severity: 'error',
      from: { path: '^src/sandbox/[^/]+/', pathNot: `^src/sandbox/(${Object.keys(sandboxLayers).join('|')})/` },
      to: {},
    },
    {
      name: 'lock-elsewhere',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${lockUsers.join('|')})/` },
      to: { path: '^src/system/lock\\.ts$' },
    },
    {
      name: 'folder-without-a-rule',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(layers).join('|')})/` },
      to: {},
    },
    {
      name: 'service-elsewhere',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${portUsers.join('|')})/` },
      to: { path: '^src/service\\.ts$' },
    },
    {
      name: 'service-reaches-too-far',
      severity: 'error',
      from: { path: '^src/service\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(contract/|errors\\.ts$)' },
    },
    {
      name: 'mcp-elsewhere',
      severity: 'error',
      from: { path: '^src/(?!mcp/)', pathNot: '^src/commands/tool/mcp/' },
      to: { path: '^src/mcp/' },
    },
    onlyIn('@modelcontextprotocol', '^src/mcp/server\\.ts$'),
    onlyIn('undici', '^src/client/transport/'),
    onlyIn('(chalk|ora|cli-table3)', '^src/output/'),
    onlyIn('zod', '^src/contract/core/(zod|json-schema)\\.ts$'),
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/zod/' },
    },
    // Types and lazy imports count as well: who reads one file of a circle has to read them all.
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    // Of pdfmake/interfaces there are only types, in @types.
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^pdfmake/interfaces' } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
