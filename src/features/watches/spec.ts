/** Of what a watcher is told: the price fell below a limit, the item can be had again, there are new QC photos. */
export const noticeKinds = ['price', 'stock', 'photos'] as const
export type NoticeKind = (typeof noticeKinds)[number]
