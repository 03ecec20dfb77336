/** The kinds of pages whose views are counted. The dashboard and pages with secrets in their URL have none. */
export const pageKinds = [
  'home',
  'popular',
  'product',
  'tools',
  'convert',
  'estimation',
  'collection',
  'haul',
  'docs',
] as const
export type PageKind = (typeof pageKinds)[number]
