import { siteName } from '#shared/site.ts'
import './NavigationProgress.css'
import './SessionLoading.css'

/** In place of a page that not everybody may see, until it is known who is there; after a while with a sign of it. */
export function SessionLoading() {
  return (
    <div className="waiting">
      <title>{siteName}</title>
      <meta name="robots" content="noindex" />
      <div className="route-bar" role="progressbar" aria-label="Loading page">
        <i />
      </div>
      <noscript>
        <p className="waiting__words">
          This page needs JavaScript. Allow it for this site, then load the page again.
        </p>
      </noscript>
    </div>
  )
}
