import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { CategoryGroup } from '#features/freight/public-lists.ts'
import { useMedia, wideScreenQuery } from './use-media.ts'

type CategoryPickerProps = {
  groups: CategoryGroup[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Groups on the left and the categories of one group on the right; on phones they open below their group (§2). */
export function CategoryPicker({ groups, chosen, onChange }: CategoryPickerProps) {
  const isWide = useMedia(wideScreenQuery)
  const [openId, setOpenId] = useState(groups[0]?.id)
  const openGroup = groups.find(({ id }) => id === openId)

  /** In the order of the list, so that the same selection always has the same URL. */
  function choose(ids: string[], isChosen: boolean) {
    const otherIds = chosen.filter((id) => !ids.includes(id))
    const next = isChosen ? [...otherIds, ...ids] : otherIds
    onChange(groups.flatMap(({ children }) => children.map(({ id }) => id)).filter((id) => next.includes(id)))
  }

  const heads = groups.map((group) => {
    const isOpen = group === openGroup
    const head = (
      <GroupHead
        key={group.id}
        group={group}
        chosen={chosen}
        isOpen={isOpen}
        opensBelow={!isWide}
        onOpen={() => setOpenId(isOpen && !isWide ? undefined : group.id)}
        onChoose={choose}
      />
    )
    if (isWide) return head
    return (
      <div className="pane__group" key={group.id}>
        {head}
        {isOpen && <GroupCategories group={group} chosen={chosen} onChoose={choose} />}
      </div>
    )
  })
  if (!isWide) return <div className="panes__folds">{heads}</div>
  return (
    <div className="panes__two">
      <div className="panes__groups">{heads}</div>
      {openGroup && <GroupCategories group={openGroup} chosen={chosen} onChoose={choose} />}
    </div>
  )
}

type CategoryGroupProps = {
  group: CategoryGroup
  chosen: readonly string[]
  onChoose: (ids: string[], isChosen: boolean) => void
}

function GroupHead(props: CategoryGroupProps & { isOpen: boolean; opensBelow: boolean; onOpen: () => void }) {
  const { group, chosen, onChoose, isOpen, opensBelow, onOpen } = props
  const ids = group.children.map(({ id }) => id)
  const count = ids.filter((id) => chosen.includes(id)).length
  const isMixed = count > 0 && count < ids.length
  const Arrow = opensBelow ? ChevronDown : ChevronRight
  return (
    <div className={isOpen && !opensBelow ? 'pane__head pane__head--open' : 'pane__head'}>
      <label className="check">
        <input
          type="checkbox"
          className={isMixed ? 'check__box is-mixed' : 'check__box'}
          checked={count === ids.length}
          ref={(box) => {
            if (box) box.indeterminate = isMixed
          }}
          onChange={({ target }) => onChoose(ids, target.checked)}
        />
        <span className="visually-hidden">{`All of ${group.name}`}</span>
      </label>
      <button
        type="button"
        className="pane__open"
        onClick={onOpen}
        aria-expanded={opensBelow ? isOpen : undefined}
        aria-current={!opensBelow && isOpen ? true : undefined}
      >
        <span>{group.name}</span>
        {count > 0 ? (
          <span className="tabular-nums pane__count">{`${count} of ${ids.length}`}</span>
        ) : (
          <Arrow className="icon icon--s" aria-hidden />
        )}
      </button>
    </div>
  )
}

function GroupCategories({ group, chosen, onChoose }: CategoryGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the group's name is already visible
    <div className="pane__kinds" role="group" aria-label={group.name}>
      {group.children.map(({ id, name }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            className="check__box"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChoose([id], target.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  )
}
