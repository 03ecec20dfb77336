import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { agentListText } from '#features/agents/texts-and-limits.ts'
import { AgentTable, agentColumns } from '#features/agents/web/manage/AgentTable.tsx'
import { type AgentList, useAgentList } from '#features/agents/web/manage/agent-list.ts'
import { TemplateOffers } from '#features/agents/web/manage/TemplateOffers.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { focusHeading } from '#shared/web/navigation/RouteFocus.tsx'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import { parsePastedItem } from './parse-pasted-item.ts'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

const EditAgentDialog = lazy(async () => ({
  default: (await import('#features/agents/web/manage/EditAgentDialog.tsx')).EditAgentDialog,
}))

/** §2 Dashboard, Manage Agent. The agent that is being edited is in the URL. */
export default function ManageAgentPage() {
  const list = useAgentList()
  const { openEditor, ...editor } = useEditor(list.list)
  return (
    <>
      <PageHead title="Manage Agent" description="Manage the agents of the picker." isIndexed={false} />
      <div className="dashboard__head">
        <div>
          <h1>Manage Agent</h1>
          <p>New visitors start with the selected agent.</p>
        </div>
        <a className="btn" href={paths.addAgent()}>
          <Plus className="icon icon--s" aria-hidden />
          Add an agent
        </a>
      </div>
      <TemplateOffers />
      <AgentRows list={list} onEdit={openEditor} />
      {editor.agent && (
        <Suspense>
          <EditAgentDialog
            agent={editor.agent}
            open={editor.isOpen}
            onClose={editor.close}
            findItem={parsePastedItem}
          />
        </Suspense>
      )}
    </>
  )
}

function AgentRows({ list, onEdit }: { list: AgentList; onEdit: (agent: Agent) => void }) {
  const { list: agents, error, isBusy, isChanging, changes, retry } = list
  if (error) return <ListError error={error} onRetry={retry} isBusy={isBusy} />
  if (!agents) return <TableSkeleton of="agents" columns={agentColumns} rows={7} hasPictures />
  if (agents.length === 0)
    return (
      <ListEmpty title={agentListText.empty} text="Add an agent so that visitors can buy.">
        <a className="btn" href={paths.addAgent()}>
          Add an agent
        </a>
      </ListEmpty>
    )
  async function handleDelete(agent: Agent) {
    if (await changes.remove(agent)) focusHeading() // because the focused row was removed
  }
  return (
    <AgentTable
      agents={agents}
      changes={changes}
      isChanging={isChanging}
      onEdit={onEdit}
      onDelete={handleDelete}
    />
  )
}

type AgentEditor = {
  /** Stays during the dialog's exit animation. */
  agent: Agent | undefined
  isOpen: boolean
  openEditor: (agent: Agent) => void
  close: () => void
}

function useEditor(agents: readonly Agent[] | undefined): AgentEditor {
  const navigate = useNavigate()
  const id = useSearchParams().get('edit')
  const [lastId, setLastId] = useState<string>()
  const agent = agents?.find(({ _id }) => _id === id)
  if (agent && agent._id !== lastId) setLastId(agent._id)
  const options = { preventScrollReset: true }
  return {
    agent: agent ?? agents?.find(({ _id }) => _id === lastId),
    isOpen: agent !== undefined,
    openEditor: ({ _id }) => navigate(`${paths.manageAgent()}?edit=${_id}`, options),
    close: () => navigate(paths.manageAgent(), { ...options, replace: true }),
  }
}
