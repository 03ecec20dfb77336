import './QcSection.css'
import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'
import { LazyLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import {
  countByVariant,
  findNewestDate,
  groupPhotos,
  isOtherVariant,
  type PhotoGrouping,
} from '../photo-groups.ts'
import { qcText } from '../spec.ts'
import { toFullPicture } from './full-photo.ts'
import { PhotoGroupView } from './PhotoGroupView.tsx'
import { type QcItemContext, QcSidebar, sidebarLayoutClass } from './QcSidebar.tsx'
import { describeSources, hasFailedSource } from './source-summary.ts'
import type { QcPhotos } from './use-qc-photos.ts'
import { VariantChips } from './VariantChips.tsx'

type QcSectionProps = {
  qc: QcPhotos
  subject: QcItemContext
  /** The names of the chosen variant's values, so that photos of another one can say so. */
  chosen: string[]
  /** The link to add photos, below all others. */
  addPhotos: ReactNode
  /** What to offer when there is no photo. */
  children?: ReactNode
}

const noneYet =
  "We have no photos of this item from any warehouse yet. They appear once someone's order reaches a warehouse."

/** §2 'QC Photos': in sets, with what was found on them; or why there are none. */
export function QcSection({ qc, subject, chosen, addPhotos, children }: QcSectionProps) {
  return (
    <section className="section qc-section" id="qc" aria-labelledby="qc-heading">
      <div className="section__head">
        <h2 id="qc-heading">{qcText.title}</h2>
        <QcBadge count={qc.items.length} newest={findNewestDate(qc.items)} size="large" />
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      {qc.state === 'photos' && <GroupedPhotos qc={qc} subject={subject} chosen={chosen} />}
      <div aria-live="polite">
        {(qc.state === 'none' || qc.state === 'unavailable') && (
          <EmptyState
            level={3}
            title={qcText[qc.state]}
            text={qc.state === 'none' ? `${noneYet} ${describeSources(qc.sources)}` : <Trouble qc={qc} />}
            drawing={<PhotosDrawing />}
          >
            {qc.state === 'none' ? children : <RetryButton onRetry={qc.retry} />}
          </EmptyState>
        )}
        {qc.state === 'waiting' && (
          <p className="qc-section__waiting">
            <Spinner /> Loading…
          </p>
        )}
      </div>
      {addPhotos}
    </section>
  )
}

const groupings: { value: PhotoGrouping; label: string }[] = [
  { value: 'source', label: 'Source' },
  { value: 'date', label: 'Date' },
  { value: 'variant', label: 'Variant' },
]

function GroupedPhotos({ qc, subject, chosen }: Omit<QcSectionProps, 'addPhotos' | 'children'>) {
  const [grouping, setGrouping] = useState<PhotoGrouping>('source')
  const [wanted, setWanted] = useState<string>()
  const [open, setOpen] = useState<number>()
  const variants = countByVariant(qc.items)
  // A variant may leave the list when it is reloaded.
  const variant = variants.some(({ name }) => name === wanted) ? wanted : undefined
  const photos = qc.items.filter((item) => variant === undefined || item.variant === variant)
  const sets = groupPhotos(photos, grouping)
  const shown = sets.flatMap((set) => set.photos)
  return (
    <div className={sidebarLayoutClass(shown.length, subject)}>
      <div>
        <div className="qc__tools">
          <SegmentedControl
            label="Group photos by"
            value={grouping}
            options={groupings}
            onChange={setGrouping}
          />
          {variants.length > 1 && (
            <VariantChips variants={variants} total={qc.items.length} chosen={variant} onChoose={setWanted} />
          )}
        </div>
        {sets.map((set) => (
          <PhotoGroupView
            key={set.title}
            set={set}
            total={shown.length}
            isOther={isOtherVariant(set.variants, chosen)}
            onOpen={(number) => setOpen(number - 1)}
          />
        ))}
        <div className="qc__notes" aria-live="polite">
          <Trouble qc={qc} />
          {hasFailedSource(qc.sources) && <RetryButton onRetry={qc.retry} />}
        </div>
      </div>
      <QcSidebar subject={subject} photos={shown} chosen={chosen} onOpen={(number) => setOpen(number - 1)} />
      <LazyLightbox
        label={qcText.title}
        pictures={shown.map(toFullPicture)}
        index={open}
        onClose={() => setOpen(undefined)}
      />
    </div>
  )
}

const loadTrouble = async () => (await import('./SourceTrouble.tsx')).SourceTrouble

/** The failed sources; its texts load when one did. */
function Trouble({ qc }: { qc: QcPhotos }) {
  const SourceTrouble = useLazyComponent(loadTrouble, hasFailedSource(qc.sources))
  return SourceTrouble && <SourceTrouble qc={qc} />
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className="btn" onClick={onRetry}>
      Try Again
    </button>
  )
}

/** Three photos on a ruler. */
function PhotosDrawing() {
  return (
    <>
      <path d="M44 44h42v42h-42zm35-14h42v42h-42zm35 14h42v42h-42z" />
      <path
        d="M30 102h140M30 96v6m20-4v4m20-4v4m20-4v4m10-6v6m10-4v4m20-4v4m20-4v4m20-6v6"
        strokeDasharray="0"
      />
    </>
  )
}
