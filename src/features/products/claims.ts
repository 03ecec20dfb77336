/**
 * The banner of Popular (§2). These are the operator's claims, not facts that the program knows: change or
 * remove a line here when it cannot be shown to be true.
 */
export const popularBanner = {
  line: 'Featuring products from Taobao, Weidian, 1688, and more',
  claims: [
    { icon: 'people', text: 'trusted by 500K+ shoppers' },
    { icon: 'link', text: 'all links verified active' },
    { icon: 'renewed', text: 'real-time updates' },
    { icon: 'exchange', text: 'works with the agent of your choice' },
  ],
} as const
