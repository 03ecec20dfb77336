import { removeInvalidValues } from './storage-cleanup.ts'

export { trackPageView } from '#features/page-views/web/track-page-view.ts'

/** What has time until the browser is idle; who reads a stored value checks it, so the wrong ones are only untidy. */
removeInvalidValues()
