import { ConvertCard } from '#features/site/web/ConvertCard.tsx'
import { HaulCard } from '#features/site/web/HaulCard.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { ToolGrid } from './ToolGrid.tsx'
import './ToolsPage.css'

/** §2 Tools page. */
export default function ToolsPage() {
  return (
    <section className="section section--page wrap" aria-labelledby="tools-title">
      <PageHead
        title="Tools"
        description="Find an item's QC photos by its link, estimate shipping, plan a haul, track a parcel, and turn links into your agent's."
        path={paths.tools()}
      />
      <div className="tools__head">
        <h1 id="tools-title">Tools</h1>
        <p className="muted">Everything you need before you buy.</p>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <ToolGrid
        level={2}
        more={
          <>
            <HaulCard level={2} />
            <ConvertCard level={2} />
          </>
        }
      />
    </section>
  )
}
