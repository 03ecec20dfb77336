import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'

/** What goes in one parcel, what is cheaper in several, and what one more item adds. */
export default function HaulPage() {
  return (
    <div className="wrap">
      <PageHead
        title="Haul planner"
        description="What goes in one parcel, what is cheaper in several, and what one more item adds."
        path={paths.haul()}
      />
      <h1>Haul planner</h1>
    </div>
  )
}
