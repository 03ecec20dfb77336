import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowUpRight, Puzzle, RotateCcw } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Logo } from '#shared/web/ui/values/Logo.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './ExtensionCard.css'
import heel from './pictures/heel.webp'
import side from './pictures/side.webp'
import soles from './pictures/soles.webp'
import { settingsQuery } from './queries.ts'

const points = ["removes the agent's warm reminder", 'gives QC directly on the agent']

/**
 * §2 Tools, Chrome Extension: the link to its store page or, until the operator has set one, to its download.
 */
export function ExtensionCard({ level }: { level: ToolLevel }) {
  const { extensionUrl } = useSuspenseQuery(settingsQuery(useApiClient())).data.data
  return (
    <ToolCard title="Chrome Extension" level={level} points={points} stage={<BrowserBar />}>
      <div className="tool__act">
        {extensionUrl ? (
          <a className="btn" href={extensionUrl} target="_blank" rel="noopener noreferrer">
            Open the extension store page <ArrowUpRight className="icon icon--s" aria-hidden />
            <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        ) : (
          <a className="btn" href={paths.extension()}>
            Get the extension
          </a>
        )}
      </div>
    </ToolCard>
  )
}

/** A part of a browser window: the reminder struck through, the photos beside it. */
function BrowserBar() {
  return (
    <div className="browser-bar">
      <div className="browser-bar__tabs">
        <span className="browser-bar__dots">
          <i />
          <i />
          <i />
        </span>
        <span className="browser-bar__tab">Item page</span>
      </div>
      <div className="browser-bar__bar">
        <ArrowLeft className="icon icon--s" />
        <RotateCcw className="icon icon--s" />
        <span className="browser-bar__url">agent.example/product/…</span>
        <Puzzle className="icon" />
        <span className="browser-bar__pin">
          <Logo />
          <QcBadge count={14} />
        </span>
      </div>
      <div className="browser-bar__page">
        <span className="browser-bar__warn">
          Warm reminder: the items shown on this page come from third parties …
        </span>
        {[side, heel, soles].map((src) => (
          <img key={src} src={src} alt="" width={84} height={84} loading="lazy" decoding="async" />
        ))}
      </div>
    </div>
  )
}
