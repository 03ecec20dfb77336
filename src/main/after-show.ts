import type { QueryClient } from '@tanstack/react-query'
import { trackPageView } from '#features/page-views/web/track-page-view.ts'

/** What happens after a page is shown and the browser is idle; loaded then, so that it delays nothing. */
export function afterShow(path: string, queryClient: QueryClient): void {
  trackPageView(path)
  import('#features/installed-app/web/installed-app.ts').then(
    ({ followInstalledApp }) => followInstalledApp(path, queryClient),
    () => undefined, // without a connection
  )
}
