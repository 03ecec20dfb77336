import { lazy, Suspense, useEffect, useState } from 'react'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { PlannerSkeleton } from './PlannerSkeleton.tsx'
import './HaulPage.css'

const HaulPlanner = lazy(async () => ({ default: (await import('./HaulPlanner.tsx')).HaulPlanner }))
const lead = 'Find the cheapest way to ship your haul, in one parcel or several.'

/** The haul planner: the price in one parcel and in several, and the cost of one more item. It runs in the browser only. */
export default function HaulPage() {
  const isShared = useSearchParams().has('h')
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), []) // the haul is stored in the browser only
  return (
    <>
      <PageHead
        title="Haul planner"
        description={lead}
        path={paths.haul()}
        isIndexed={!(isInBrowser && isShared)}
      />
      <div className="wrap haul-page">
        <header className="haul-page__head">
          <h1>Haul planner</h1>
          <p className="muted">{lead}</p>
        </header>
        <WithoutScript />
        <div className="js-only">
          {isInBrowser ? (
            <Suspense fallback={<PlannerSkeleton />}>
              <HaulPlanner />
            </Suspense>
          ) : (
            <PlannerSkeleton />
          )}
        </div>
      </div>
    </>
  )
}

function WithoutScript() {
  return (
    <div className="no-js haul-page__plain">
      <p>
        The planner packs your items into parcels and finds the cheapest way to ship them. It runs in your
        browser and needs JavaScript.
      </p>
      <p>
        Without it the <a href={paths.estimation()}>Shipping Calculator</a> answers for one parcel at a time.
      </p>
    </div>
  )
}
