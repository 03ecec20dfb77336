import { ArrowLeft, Link2, RotateCcw, User, Wifi } from 'lucide-react'
import type { Problem } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import './ErrorPage.css'
import { BrandLink } from './layouts/BrandLink.tsx'

/** The error screen by itself, with a link to Home, for when the layout has failed as well. */
export function ErrorPage({ problem }: { problem: Problem }) {
  return (
    <main className="error-page-alone">
      <div className="wrap">
        <BrandLink />
      </div>
      <ErrorScreen problem={problem} />
    </main>
  )
}

const heading = 'Oops! Something went wrong'

const tips = [
  { text: 'check internet connection', Icon: Wifi },
  { text: 'verify the URL', Icon: Link2 },
  { text: "make sure you're logged in", Icon: User },
]

const suggestedLinks = [
  { label: 'Popular products', path: paths.popular() },
  { label: 'Shipping Calculator', path: paths.estimation() },
  { label: 'Tools', path: paths.tools() },
]

/** §2 Generic error page. The message is the same for all failures; the response's status is the true one. */
export function ErrorScreen({ problem }: { problem: Problem }) {
  return (
    <div className="wrap">
      <title>{`${heading} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <div className="error-page">
        <div>
          <p className="error-page__code">Error 404</p>
          <h1>{heading}</h1>
          <p className="error-page__text">
            The link may be invalid or expired, you may not have permission to see this page, or the server
            has a temporary problem.
          </p>
          {problem.status === 429 && problem.retryAfter && (
            <p className="error-page__text">
              {`Too many pages were asked for. Please try again in ${problem.retryAfter} s.`}
            </p>
          )}
          <div className="error-page__acts">
            <a className="primary-button" href={paths.home()}>
              Home
            </a>
            <button type="button" className="btn js-only" onClick={() => location.reload()}>
              <RotateCcw className="icon icon--s" aria-hidden />
              Try Again
            </button>
            <button type="button" className="btn js-only" onClick={goBack}>
              <ArrowLeft className="icon icon--s" aria-hidden />
              Go Back
            </button>
          </div>
          <p className="error-page__ways">
            {suggestedLinks.map(({ label, path }) => (
              <a key={path} href={path}>
                {label}
              </a>
            ))}
          </p>
          <ul className="error-page__tips">
            {tips.map(({ text, Icon }) => (
              <li key={text}>
                <Icon className="icon" aria-hidden />
                <span className="capital">{text}</span>
              </li>
            ))}
          </ul>
          {problem.status >= 500 && problem.requestId && (
            <p className="error-page__reference">
              Reference for support: <span className="tabular-nums">{problem.requestId}</span>
            </p>
          )}
        </div>
        <div className="error-page__picture surface-mat">
          <EmptyBox />
        </div>
      </div>
    </div>
  )
}

/** Without a history entry to go back to, navigates to Home. */
function goBack(): void {
  if (history.length > 1) history.back()
  else location.assign(paths.home())
}

/** An empty parcel with its label. */
function EmptyBox() {
  return (
    <svg viewBox="0 0 380 300" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <g strokeDasharray="7 6">
        <path d="M60 96l130-46 130 46-130 46z M60 96v122l130 48 130-48V96M190 142v124" />
        <path d="M124 73l130 47v38l22-9v-36L146 66" />
      </g>
      <g className="error-page__label" transform="rotate(-4 120 190)">
        <rect x="84" y="168" width="78" height="46" />
        <path d="M92 178h36M92 186h24" />
        <path d="M92 196v12M96 196v12M99 196v12M104 196v12M108 196v12M113 196v12M116 196v12M122 196v12M126 196v12M131 196v12M136 196v12M140 196v12M145 196v12M151 196v12" />
      </g>
    </svg>
  )
}
