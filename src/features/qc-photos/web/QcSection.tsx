import { isOtherVariant } from '#shared/items/item-variant.ts'
import './QcSection.css'
import { type ReactNode, useState } from 'react'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { getImages } from '#shared/items/variant-selection.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { LazyLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import type { QcItem } from '../contract.ts'
import { countByVariant, findNewestDate, groupPhotos, type PhotoGrouping } from '../photo-groups.ts'
import { qcText } from '../texts-and-limits.ts'
import { ChecklistFold } from './ChecklistFold.tsx'
import { LazyComparisonSlider } from './comparison/LazyComparisonSlider.tsx'
import { toFullPicture } from './full-photo.ts'
import type { GroupToolsProps } from './GroupTools.tsx'
import { PhotoGroupView } from './PhotoGroupView.tsx'
import { QcFindings } from './QcFindings.tsx'
import { describeSources, hasFailedSource } from './source-summary.ts'
import type { QcPhotos } from './use-qc-photos.ts'

/** The item of the photos, with its seller's data and images. */
type QcItemContext = {
  item: { shopType: ShopType; productCode: string }
  name: string
  info: ProductInfo | null | undefined
}

type QcSectionProps = {
  qc: QcPhotos
  subject: QcItemContext
  /** The names of the chosen variant's values; photos of other variants are labeled. */
  chosen: string[]
  /** The tile after the last photo, with which members add their photos. */
  addPhotos: ReactNode
  /** The member's own photos, below the others. */
  ownPhotos: ReactNode
  /** The content when there is no photo. */
  children?: ReactNode
}

const noneYet = "No warehouse photos yet. They appear once someone's order reaches a warehouse."

const groupings: readonly PhotoGrouping[] = ['source', 'date', 'variant']

/** The maximum number of photos beside the comparison slider; more are placed below it. */
const maxBeside = 8

/** The number of photos of a group on phones, two rows; the last group has one less, for the tile to add photos. */
const tilesOnPhones = 6

/**
 * §2 'QC Photos': the comparison with the seller's image, findings and all photos in groups, or the reason why there
 * are none.
 */
export function QcSection({ qc, subject, chosen, addPhotos, ownPhotos, children }: QcSectionProps) {
  const [open, setOpen] = useState<number>()
  const grouped = usePhotoGroups(qc.items, chosen)
  const { all, groups, visiblePhotos } = grouped
  const { item, name, info } = subject
  const isCompared = visiblePhotos.length > 0 && info && getImages(info).length > 0
  const isLongList = all.length > maxBeside
  const photos = (
    <div className="qc__photos" key="photos">
      {grouped.isVaried && <GroupToolsSlot {...grouped} />}
      <div className="qc-sets">
        {groups.map((group, index) => (
          <PhotoGroupView
            key={group.title}
            group={group}
            total={all.length}
            isOther={isOtherVariant(group.variants, chosen)}
            tilesOnPhones={index < groups.length - 1 ? tilesOnPhones : tilesOnPhones - 1}
            onOpen={setOpen}
          />
        ))}
        {addPhotos}
      </div>
      {qc.state === 'photos' && (
        <div className="qc__notes" aria-live="polite">
          <Trouble qc={qc} />
          {hasFailedSource(qc.sources) && <RetryButton onRetry={qc.retry} />}
        </div>
      )}
    </div>
  )
  // A finding on a hidden photo opens in the list of all photos.
  const lightboxPhotos = visiblePhotos.some(({ number }) => number === open) ? visiblePhotos : all
  const photosWithFinding = all.filter(({ finding }) => finding)
  return (
    <section className="section qc-section" id="qc" aria-labelledby="qc-heading">
      <div className="section__head">
        <h2 id="qc-heading">{qcText.title}</h2>
        <QcBadge count={qc.items.length} newest={findNewestDate(qc.items)} size="large" />
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <NoPhotos qc={qc}>{children}</NoPhotos>
      <div className={isCompared ? `qc qc--compared${isLongList ? ' qc--many' : ''}` : 'qc'}>
        {isCompared && (
          <LazyComparisonSlider name={name} info={info} photos={visiblePhotos} chosen={chosen} />
        )}
        {photosWithFinding.length > 0 && <QcFindings photos={photosWithFinding} onOpen={setOpen} />}
        {!isLongList && photos}
        {visiblePhotos.length > 0 && (
          <div className="qc__checks" key="checks">
            <ChecklistFold itemKey={`${item.shopType}/${item.productCode}`} />
            <p className="qc__proof">A photo cannot prove material or authenticity.</p>
          </div>
        )}
        {isLongList && photos}
      </div>
      {ownPhotos}
      <LazyLightbox
        label={qcText.title}
        pictures={lightboxPhotos.map(toFullPicture)}
        index={open === undefined ? undefined : lightboxPhotos.findIndex(({ number }) => number === open)}
        onClose={() => setOpen(undefined)}
      />
    </section>
  )
}

/** Explains why there are no photos, or shows that they are loading. */
function NoPhotos({ qc, children }: Pick<QcSectionProps, 'qc' | 'children'>) {
  return (
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
  )
}

/** The photos in groups, with the filters that the visitor has set. */
function usePhotoGroups(items: readonly QcItem[], chosen: readonly string[]) {
  const [grouping, setGrouping] = useState<PhotoGrouping>('source')
  const [chosenVariant, setVariant] = useState<string>()
  const variants = countByVariant(items)
  // The chosen variant may no longer exist after a reload.
  const variant = variants.some(({ name }) => name === chosenVariant) ? chosenVariant : undefined
  const all = groupPhotos(items, grouping, chosen).flatMap((group) => group.photos)
  const groups = groupPhotos(
    items.filter((item) => variant === undefined || item.variant === variant),
    grouping,
    chosen,
  ).map((group) => ({
    ...group,
    photos: group.photos.map((photo) => all.find(({ url }) => url === photo.url) ?? photo),
  }))
  return {
    grouping,
    setGrouping,
    variants,
    variant,
    setVariant,
    total: items.length,
    /** There is more than one source, day or variant. */
    isVaried: groupings.some((grouping) => groupPhotos(items, grouping).length > 1),
    /** All photos with their numbers, which do not change when the list is filtered. */
    all,
    groups,
    visiblePhotos: groups.flatMap((group) => group.photos),
  }
}

const loadTools = async () => (await import('./GroupTools.tsx')).GroupTools

/** How the photos are grouped and which variant is shown. Without JavaScript it has no use, so its code loads later. */
function GroupToolsSlot(props: GroupToolsProps) {
  const Tools = useLazyComponent(loadTools, true)
  return (
    <div className="qc__tools js-only" data-chips={props.variants.length > 1 || undefined}>
      {Tools && <Tools {...props} />}
    </div>
  )
}

const loadTrouble = async () => (await import('./SourceTrouble.tsx')).SourceTrouble

/** The failed sources; the code for their texts loads when a source has failed. */
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
