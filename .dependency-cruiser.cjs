// The layers: shared < db < platform < features < pages < framework, http, operations, simulator < main; extension/ is beside them. Tests have
// their own layers: test/support < test/attacks, test/bench < test/api, test/browser, and tests beside the code.

const { Visitor } = require('@swc/core/Visitor')

// The parser's visitor is older than `using`, which declares variables as `const` does.
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
/** What screens of other features may import: its queries and hooks. */
const anyQueries = '^src/features/[^/]+/web/(queries|use-[^/]+)\\.ts$'
/** The parts of every list that admins moderate. */
const moderationParts = '^src/features/moderation/web/'
/** What the visitor chose or the site guessed, with the switches for it. */
const visitor = '^src/features/visitor/'
const pages = '^src/pages/'
const platform = '^src/platform/'
const framework = '^src/framework/'
const http = '^src/http/'
const operations = '^src/operations/'
const simulator = '^src/simulator/'

/** Each layer, and the files of this project that it may import; `$1` is the feature of the importing file. */
const layers = [
  { name: 'shared-root', from: sharedRoot, may: [sharedRoot] },
  { name: 'shared-server', from: sharedServer, may: [sharedRoot, sharedServer] },
  { name: 'shared-web', from: sharedWeb, may: [sharedRoot, sharedWeb] },
  { name: 'db', from: database, may: [sharedRoot, database] },
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
    may: [sharedRoot, sharedWeb, anyRoot, anyQueries, moderationParts, visitor, '^src/features/$1/web/'],
  },
  // Other features are built upon it, so it needs none of them, except for the countries' names.
  {
    name: 'visitor',
    from: visitor,
    may: [sharedRoot, sharedWeb, '^src/features/freight/web/queries[.]ts$', visitor],
  },
  // A separate program that shares the site's link parser and styles.
  {
    name: 'extension',
    from: '^extension/',
    may: [
      sharedRoot,
      '^src/features/product-links/[^/]+$',
      '^src/features/link-converter/convert-search[.]ts$',
      '^src/features/readings/(web/page-reader/)?[^/]+$',
      '^src/shared/web/ui/.+[.]css$',
      '^extension/',
    ],
  },
  // Routes, views and rendering on the server. It imports only the error page, which it shows by itself.
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

/** Each kind of tests, and the files of this project that it may import. */
const testLayers = [
  { name: 'test-support', from: support, may: [product, support] },
  { name: 'attacks', from: '^test/attacks/', may: [product, support, '^test/attacks/'] },
  { name: 'bench', from: '^test/bench/', may: [product, support, '^test/bench/'] },
  { name: 'api-tests', from: '^test/api/', may: [product, support, '^test/(api|attacks)/'] },
  // Short forms of the attacks and the benchmark's sizes are browser tests too.
  {
    name: 'browser-tests',
    from: '^test/browser/',
    may: [product, support, '^test/(browser|attacks|bench)/'],
  },
]

/** Code for browsers; `pureCode` is shared by browser and server. */
const browserCode = [
  '^extension/(reading/)?[^/]+$',
  '^src/shared/web/',
  '^src/features/[^/]+/web/',
  pages,
  '^src/(main|framework)/[^/]+[.]tsx$',
]
const pureCode = [sharedRoot, anyRoot]
/** Files that define shapes with the validator, and those that parse with them. */
const schemas = [
  '^src/(shared|features/[^/]+)/[^/]*contract[.]ts$',
  '^src/shared/(wire|items/product-info|freight/(rate-card|exchange-rates))[.]ts$',
  '^src/features/freight/(option|tariffs|built-in-card)[.]ts$',
]

/** Files of shared/ that may have a single user. */
const mayHaveOneUser = [
  '[.]css$', // belongs to the component of the same name
  '^src/shared/web/ui/', // parts of screens; how many screens use one varies
  // Used by entry points alone, but without knowledge of any screen, call or feature.
  '^src/shared/server/(built-files|in-process-client)[.]ts$',
  '^src/shared/server/outbound/', // parts of outbound.ts, one topic each
  '^src/shared/server/access/same-origin[.]ts$', // a part of register-routes.ts with its own topic
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
    name: 'no-import-of-main',
    comment: 'Entry points assemble the rest; code that two of them need belongs in a lower layer.',
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
    comment: 'Code for browsers, or for both sides, imports no module of Node.',
    severity: 'error',
    from: { path: [...browserCode, ...pureCode], pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-validator-in-the-browser',
    comment: 'zod stays on the server: code for browsers imports the types of shapes, never the shapes.',
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
      'Files that import each other, also for a type or with import(), are one topic, or a third file is missing.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'No file imports this file and it imports none: it is unused.',
    severity: 'error',
    from: { orphan: true, path: '^(src|db)/', pathNot: tests },
    to: {},
  },
  {
    name: 'narrowest-owner',
    comment: 'A file of shared/ with a single user belongs beside that user.',
    severity: 'error',
    from: { pathNot: tests },
    module: { path: '^src/shared/', pathNot: [tests, ...mayHaveOneUser], numberOfDependentsLessThan: 2 },
  },
  {
    name: 'unresolvable',
    comment: 'An imported module must exist.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-development-packages',
    comment: 'A package that runs in production is in dependencies, not in devDependencies.',
    severity: 'error',
    from: { path: '^(src|db)/', pathNot: [tests, '^src/main/dev\\.ts$'] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
]

module.exports = {
  forbidden,
  options: {
    parser: 'swc', // TypeScript 7 has no parser API; without this every file would be skipped
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
