import { siteName } from '#shared/site.ts'
import './NavigationProgress.css'
import './SessionLoading.css'

/** In place of a guarded page until the session is known; after a while with a spinner. */
export function SessionLoading() {
  return (
    <div className="waiting">
      <title>{siteName}</title>
      <meta name="robots" content="noindex" />
      <div className="route-bar" role="progressbar" aria-label="Loading page">
        <i />
      </div>
      <noscript>
        <p className="waiting__words">This page needs JavaScript. Turn it on for this site and reload.</p>
      </noscript>
    </div>
  )
}
