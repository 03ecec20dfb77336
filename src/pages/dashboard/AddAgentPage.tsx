import { AddAgentForm } from '#features/agents/web/manage/AddAgentForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { parsePastedItem } from './parse-pasted-item.ts'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** §2 Dashboard, Add an agent. */
export default function AddAgentPage() {
  return (
    <>
      <PageHead title="Add an Agent" description="Add an agent." isIndexed={false} />
      <div className="dashboard__head">
        <h1>Add an Agent</h1>
      </div>
      <AddAgentForm findItem={parsePastedItem} />
    </>
  )
}
