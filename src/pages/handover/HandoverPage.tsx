import './HandoverPage.css'
import { lazy, Suspense } from 'react'
import type { PageReading } from '#features/readings/page-reading.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { useHandedOver } from './handed-over.ts'

const HandedOver = lazy(async () => ({ default: (await import('./HandedOver.tsx')).HandedOver }))

/** Where the extension or the bookmark hands over what it read: the person looks at it, leaves out parts, and sends it. */
export default function HandoverPage() {
  const [reading] = useHandedOver()
  const item = reading && toItem(reading)
  return (
    <>
      <PageHead
        title="Hand over"
        description="What you read in an item's page, before it is stored."
        isIndexed={false}
      />
      <div className="wrap handover">
        {!reading ? (
          <NothingYet />
        ) : !item ? (
          <NoItem />
        ) : (
          <Suspense>
            <HandedOver item={item} reading={reading} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState
      level={1}
      title="Nothing was handed over yet"
      text="Open an item's page and press the extension's button or your bookmark. What it read appears here before anything is stored."
    >
      <a className="btn btn--brand" href={paths.extension()}>
        Get the extension
      </a>
    </EmptyState>
  )
}

function NoItem() {
  return (
    <EmptyState
      level={1}
      title="No item was found"
      text="The page names no item of Taobao, Tmall, Weidian or 1688. Open the item's own page and press there again."
    />
  )
}

function toItem({ shopType, id }: PageReading): ItemParams | undefined {
  return shopType && id ? { shopType, productCode: id } : undefined
}
