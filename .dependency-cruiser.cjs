// Who may import whom: shared < db < platform < features < pages < framework, http, operations, simulator < main; extension/ is beside them all. Tests have layers of their
// own: test/support < test/attacks, test/bench < test/api, test/browser, and tests beside the code.

const { Visitor } = require('@swc/core/Visitor')

// The parser's walker is older than `using`, which is a declaration of variables like `const`.
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (node) {
  const isUsing = node.type === 'UsingDeclaration'
  return visitStatement.call(
    this,
    isUsing ? { ...node, type: 'VariableDeclaration', declarations: node.decls } : node,
  )
}

const tests = '\\.test\\.tsx?$|^test/'

const sharedRoot = '^src/shared/(?!server/|web/)'
const sharedServer = '^src/shared/server/'
const sharedWeb = '^src/shared/web/'
const database = '^src/db/'
const anyRoot = '^src/features/[^/]+/(?!server/|web/)'
const anyServer = '^src/features/[^/]+/server/'
/** What screens of other features may take: its queries, and hooks. */
const anyQueries = '^src/features/[^/]+/web/(queries|use-[^/]+)\\.ts$'
/** What every list that admins moderate is made of. */
const moderationParts = '^src/features/moderation/web/'
const pages = '^src/pages/'
const platform = '^src/platform/'
const framework = '^src/framework/'
const http = '^src/http/'
const operations = '^src/operations/'
const simulator = '^src/simulator/'

/** Each layer and what it may import of ours; `$1` is the feature that a file belongs to. */
const layers = [
  { name: 'shared-root', from: sharedRoot, may: [sharedRoot] },
  { name: 'shared-server', from: sharedServer, may: [sharedRoot, sharedServer] },
  { name: 'shared-web', from: sharedWeb, may: [sharedRoot, sharedWeb] },
  { name: 'db', from: database, may: [sharedRoot, database, anyRoot] },
  // The demo catalogue fills tables and stores of several features; only entry points call it.
  { name: 'seed', from: '^db/', may: [sharedRoot, sharedServer, database, anyRoot, anyServer, '^db/'] },
  // What every feature's server part is given.
  { name: 'platform', from: platform, may: [sharedRoot, sharedServer, database, anyRoot, platform] },
  { name: 'feature-root', from: '^src/features/([^/]+)/(?!server/|web/)', may: [sharedRoot, anyRoot] },
  {
    name: 'feature-server',
    from: '^src/features/([^/]+)/server/',
    may: [sharedRoot, sharedServer, database, platform, anyRoot, '^src/features/$1/server/'],
  },
  {
    name: 'feature-web',
    from: '^src/features/([^/]+)/web/',
    may: [sharedRoot, sharedWeb, anyRoot, anyQueries, moderationParts, '^src/features/$1/web/'],
  },
  // Another program for another browser window, which only reads links as the site does and looks like it.
  {
    name: 'extension',
    from: '^extension/',
    may: [sharedRoot, '^src/features/product-links/[^/]+$', '^src/shared/web/ui/.+[.]css$', '^extension/'],
  },
  // Routes, views, the server's drawing: it knows no page but the one for errors, which it shows by itself.
  {
    name: 'framework',
    from: framework,
    may: [sharedRoot, sharedServer, sharedWeb, '^src/pages/ErrorPage[.]tsx$', framework],
  },
  { name: 'http', from: http, may: [sharedRoot, sharedServer, anyRoot, anyServer, framework, http] },
  {
    name: 'operations',
    from: operations,
    may: [sharedRoot, sharedServer, database, anyRoot, anyServer, http, operations],
  },
  { name: 'simulator', from: simulator, may: [sharedRoot, sharedServer, anyRoot, anyServer, simulator] },
  { name: 'pages', from: pages, may: [sharedRoot, sharedWeb, anyRoot, '^src/features/[^/]+/web/', pages] },
]

const product = '^(src|db)/'
const support = '^test/support/'

/** Each kind of tests and what it may import of ours. */
const testLayers = [
  { name: 'test-support', from: support, may: [product, support] },
  { name: 'attacks', from: '^test/attacks/', may: [product, support, '^test/attacks/'] },
  { name: 'bench', from: '^test/bench/', may: [product, support, '^test/bench/'] },
  { name: 'api-tests', from: '^test/api/', may: [product, support, '^test/(api|attacks)/'] },
  // The quick forms of the attacks and the sizes of the benchmark are browser tests as well.
  {
    name: 'browser-tests',
    from: '^test/browser/',
    may: [product, support, '^test/(browser|attacks|bench)/'],
  },
]

/** What is sent to browsers, and the pure files that browser and server share. */
const browserCode = [
  '^extension/[^/]+$',
  '^src/shared/web/',
  '^src/features/[^/]+/web/',
  pages,
  '^src/(main|framework)/[^/]+[.]tsx$',
]
const pureCode = [sharedRoot, anyRoot]
/** Where shapes are written with the validator, from which types are inferred; and what reads with them. */
const schemas = [
  '^src/(shared|features/[^/]+)/[^/]*contract[.]ts$',
  '^src/shared/wire[.]ts$',
  '^src/features/freight/(rate-card|option|tariffs|built-in-card)[.]ts$',
]

/** Of shared/, what may have one user only. */
const mayHaveOneUser = [
  '[.]css$', // belongs to the component of the same name
  '^src/shared/web/ui/', // the parts that screens are made of; how many use one at the moment is chance
  // What only entry points wire up, but which knows no screen, no call and no feature.
  '^src/shared/server/(built-files|in-process-client)[.]ts$',
  '^src/shared/server/outbound/', // parts of outbound.ts, each a topic of its own
  '^src/shared/server/access/same-origin[.]ts$', // a part of register-routes.ts, a topic of its own
  '^src/shared/web/navigation/(RouteFocus|link-interception)[.]tsx?$',
  '^src/shared/web/(field-texts|session/(http-client|stored-login|token-refresh|upload))[.]ts$', // parts of validated-form.ts, api-client.tsx and session.ts
]

const forbidden = [
  ...layers.map(({ name, from, may }) => ({
    name: `layer-${name}`,
    comment: `A file of this layer imports only: ${may.join(' ')}`,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: '^(src|db|extension)/', pathNot: may },
  })),
  ...testLayers.map(({ name, from, may }) => ({
    name: `layer-${name}`,
    comment: `Tests of this kind import only: ${may.join(' ')}`,
    severity: 'error',
    from: { path: from },
    to: { path: '^(src|db|extension|test)/', pathNot: may },
  })),
  {
    name: 'nobody-imports-main',
    comment: 'Entry points put the rest together; what two of them need belongs in a layer below.',
    severity: 'error',
    from: { path: '^(src|db)/', pathNot: ['^src/main/', tests] },
    to: { path: '^src/main/' },
  },
  {
    name: 'no-test-code-in-the-product',
    comment: 'Only tests and attacks import tests and their helpers.',
    severity: 'error',
    from: { pathNot: tests },
    to: { path: tests },
  },
  {
    name: 'no-node-in-the-browser',
    comment: "Code for browsers, or for both sides, has none of Node's modules.",
    severity: 'error',
    from: { path: [...browserCode, ...pureCode], pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-validator-in-the-browser',
    comment: 'zod stays on the server: what browsers get imports the types of shapes, never the shapes.',
    severity: 'error',
    from: { path: [...browserCode, ...pureCode], pathNot: [tests, ...schemas] },
    to: {
      path: [...schemas, 'node_modules/zod/'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'no-index',
    comment: 'A file is imported by its own name.',
    severity: 'error',
    from: { path: '^(src|db)/' },
    to: { path: '/index[.][a-z]+$', pathNot: 'node_modules' },
  },
  {
    name: 'no-cycle',
    comment:
      'Files that need each other, be it for a type or later, are one thing, or a third one is missing.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'Nothing imports this file and it imports nothing: it is not used.',
    severity: 'error',
    from: { orphan: true, path: '^(src|db)/', pathNot: tests },
    to: {},
  },
  {
    name: 'narrowest-owner',
    comment: 'A file of shared/ with one user belongs to that user.',
    severity: 'error',
    from: { pathNot: tests },
    module: { path: '^src/shared/', pathNot: [tests, ...mayHaveOneUser], numberOfDependentsLessThan: 2 },
  },
  {
    name: 'unresolvable',
    comment: 'What is imported must exist.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-development-packages',
    comment: 'What runs in production is a dependency, not a development one.',
    severity: 'error',
    from: { path: '^(src|db)/', pathNot: [tests, '^src/main/dev\\.ts$'] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
]

module.exports = {
  forbidden,
  options: {
    parser: 'swc', // TypeScript 7 offers no interface to parse with; without this every file would be passed over
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
