import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { copyText } from '#shared/web/copy-text.ts'
import { type Haul, haulLimits } from '../../haul.ts'
import { buildHaulUrl } from '../../haul-url.ts'
import './ShareHaul.css'

/** The list as a URL. */
export function ShareHaul({ haul }: { haul: Haul }) {
  const address = buildHaulUrl(haul, location.origin)
  return (
    <section className="panel" aria-labelledby="share-haul">
      <h2 className="panel__title" id="share-haul">
        Share this haul
      </h2>
      {address === undefined ? (
        <p className="small muted">
          This haul is too long for a link: with all its items it would have more than{' '}
          {formatNumber(haulLimits.address)} characters. Take some out, or shorten their names.
        </p>
      ) : (
        <>
          <p className="small muted">The link holds the list, not your name. Whoever opens it gets a copy.</p>
          <div className="share">
            <label className="visually-hidden" htmlFor="share-link">
              Link
            </label>
            <input
              className="input tabular-nums"
              id="share-link"
              readOnly
              value={address.replace(/^https?:\/\//, '')}
              onFocus={({ target }) => target.select()}
            />
            <button type="button" className="primary-button" onClick={() => void copyText(address)}>
              Copy link
            </button>
          </div>
        </>
      )}
    </section>
  )
}
