import { Pencil, Trash2 } from 'lucide-react'
import { getImageUrl } from '#shared/image-urls.ts'
import { getPositions } from '#shared/web/ui/lists/positions.ts'
import { RowAction, RowActions } from '#shared/web/ui/lists/RowActions.tsx'
import { RowSelect } from '#shared/web/ui/lists/RowSelect.tsx'
import { useRowMotion } from '#shared/web/ui/lists/row-motion.ts'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { StatusShape } from '#shared/web/ui/values/StatusMark.tsx'
import type { Agent } from '../../contract.ts'
import './AgentTable.css'
import type { AgentChanges } from './agent-list.ts'

export const agentColumns: readonly TableColumn[] = [
  { key: 'place', label: 'Sl', isNarrow: true, position: 'half' },
  { key: 'image', label: 'Image', isNarrow: true, position: 'picture' },
  { key: 'name', label: 'Name', position: 'lead' },
  { key: 'state', label: 'State', position: 'half' },
  { key: 'selection', label: 'Selection', position: 'wide' },
  { key: 'action', label: 'Action', isNarrow: true, position: 'end' },
]

const states = [
  { value: 'true', label: 'active' },
  { value: 'false', label: 'inactive' },
] as const
const selections = [
  { value: 'true', label: 'selected' },
  { value: 'false', label: 'not selected' },
] as const

type AgentTableProps = {
  agents: readonly Agent[]
  changes: AgentChanges
  isChanging: (id: string) => boolean
  onEdit: (agent: Agent) => void
  onDelete: (agent: Agent) => void
}

/** §2 Manage Agent: Sl, Image, Name, State, Selection, Action. */
export function AgentTable({ agents, isChanging, ...rest }: AgentTableProps) {
  const body = useRowMotion(agents.map(({ _id }) => _id).join(' '))
  const positions = getPositions(agents.length) // few enough to render in each row
  return (
    <Table label="Agents in the order of the picker" columns={agentColumns} hasPictures bodyRef={body}>
      {agents.map((agent) => (
        <AgentLine
          key={agent._id}
          agent={agent}
          positions={positions}
          isBusy={isChanging(agent._id)}
          {...rest}
        />
      ))}
    </Table>
  )
}

type AgentLineProps = Omit<AgentTableProps, 'agents' | 'isChanging'> & {
  agent: Agent
  positions: ReturnType<typeof getPositions>
  isBusy: boolean
}

function AgentLine(props: AgentLineProps) {
  const { agent, positions, isBusy, changes, onEdit, onDelete } = props
  const { name, serial, active, isSelected } = agent
  return (
    <TableRow data-row={agent._id}>
      <TableCell column="place">
        <RowSelect
          label={`Position of ${name}`}
          value={`${serial}`}
          options={positions}
          isBusy={isBusy}
          onChange={(position) => changes.move(agent, Number(position))}
        />
      </TableCell>
      <TableCell column="image">
        <img src={getImageUrl(agent.img, 160)} width={32} height={32} loading="lazy" alt="" />
      </TableCell>
      <TableCell column="name" isStrong className="agent-name">
        {name}
      </TableCell>
      <TableCell column="state">
        <span className="status-choice">
          <StatusShape variant={active ? 'good' : 'off'} />
          <RowSelect
            label={`State of ${name}`}
            value={`${active}`}
            options={states}
            isBusy={isBusy}
            onChange={(value) => changes.setActive(agent, value === 'true')}
          />
        </span>
      </TableCell>
      <TableCell column="selection">
        <RowSelect
          label={`Selection of ${name}`}
          value={`${isSelected}`}
          options={selections}
          isBusy={isBusy}
          onChange={(value) => changes.setSelected(agent, value === 'true')}
        />
      </TableCell>
      <TableCell column="action">
        <AgentActions agent={agent} onEdit={onEdit} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  )
}

function AgentActions({ agent, onEdit, onDelete }: Pick<AgentLineProps, 'agent' | 'onEdit' | 'onDelete'>) {
  return (
    <RowActions>
      <RowAction
        icon={<Pencil className="icon icon--s" aria-hidden />}
        label="Edit"
        of={agent.name}
        onClick={() => onEdit(agent)}
      />
      <RowAction
        icon={<Trash2 className="icon icon--s" aria-hidden />}
        label="Delete"
        of={agent.name}
        isDanger
        onClick={() => onDelete(agent)}
      />
    </RowActions>
  )
}
