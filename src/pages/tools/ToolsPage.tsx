import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { ToolGrid } from './ToolGrid.tsx'
import './ToolsPage.css'

/** §2 Tools page: four cards, and further tools. */
export default function ToolsPage() {
  return (
    <section className="section section--page wrap" aria-labelledby="tools-title">
      <PageHead
        title="Tools"
        description="Find an item's QC photos by its link, estimate the freight, follow a parcel, and turn links into any agent's."
        path={paths.tools()}
      />
      <div className="tools__head">
        <h1 id="tools-title">Tools</h1>
        <p className="muted">Four things on the bench, one more beside it.</p>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <ToolGrid level={2} />
      <a className="tools__more" href={paths.convert()}>
        <span className="tools__icon surface-mat">
          <ArrowLeftRight className="icon" aria-hidden />
        </span>
        <span>
          <b>Link converter</b>
          <span>One link or five hundred in, each agent’s links out</span>
        </span>
        <ArrowRight className="icon" aria-hidden />
      </a>
    </section>
  )
}
