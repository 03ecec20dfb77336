/** What comes after the page stands: watching the item, and what it cost before. */
export { WatchButton } from '#features/watches/web/WatchButton.tsx'
export { PriceHistory } from './PriceHistory.tsx'
