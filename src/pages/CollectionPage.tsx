import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/EmptyState.tsx'
import './CollectionPage.css'

/** §2 Collection: nothing can be saved yet, so everybody's is empty. */
export default function CollectionPage() {
  return (
    <>
      <PageHead title="My Collection" description="The items you have saved." isIndexed={false} />
      <div className="wrap">
        <div className="collection__head">
          <h1>My Collection</h1>
        </div>
        <EmptyState title="No collections found" text="Nothing is saved here yet.">
          <a className="btn" href={paths.popular()}>
            See what is popular
          </a>
        </EmptyState>
      </div>
    </>
  )
}
