import { useQuery } from '@tanstack/react-query'
import { MapPin, Shapes } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CategoryGroup } from '#features/freight/public-lists.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { parseFeatureIds } from '#features/shipping/estimate-search.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'

const CategoryDialog = lazy(async () => ({
  default: (await import('#features/shipping/web/form/CategoryDialog.tsx')).CategoryDialog,
}))

/** The visitor's destination. A press opens the choice of a country. */
export function CountryChip({ shipTo }: { shipTo: { code: string; name: string } | undefined }) {
  return (
    <button
      type="button"
      className={
        shipTo
          ? 'chip item-shipping__chip'
          : 'chip item-shipping__chip item-shipping__chip--none item-shipping__chip--country'
      }
      aria-haspopup="dialog"
      onClick={() => openShipTo()}
    >
      {shipTo ? (
        <>
          <img src={`/flags/${shipTo.code}.svg`} alt="" width={20} height={14} />
          <span className="visually-hidden">Ship to </span>
          <span>{`${shipTo.name} `}</span>
          <ChangeWord />
        </>
      ) : (
        <>
          <MapPin className="icon icon--s" aria-hidden />
          <span>Choose your country</span>
        </>
      )}
    </button>
  )
}

type CategoryChipProps = {
  /** Category ids, joined by commas. */
  chosen: string | undefined
  onChoose: (features: string | undefined) => void
}

/** The category of the parcel's content. A press opens the choice of categories. */
export function CategoryChip({ chosen, onChoose }: CategoryChipProps) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  const ids = parseFeatureIds({ features: chosen })
  const { data: groups } = useQuery({ ...categoriesQuery(), enabled: ids.length > 0 })
  return (
    <>
      <button
        type="button"
        className={
          ids.length > 0 ? 'chip item-shipping__chip' : 'chip item-shipping__chip item-shipping__chip--none'
        }
        aria-haspopup="dialog"
        onClick={() => setDialog('open')}
      >
        {ids.length > 0 ? (
          <>
            <span>{`${groups ? formatCategories(ids, groups) : 'Category'} `}</span>
            <ChangeWord />
          </>
        ) : (
          <>
            <Shapes className="icon icon--s" aria-hidden />
            <span>No category · pick one</span>
          </>
        )}
      </button>
      {dialog !== 'never' && (
        <Suspense>
          <CategoryDialog
            isOpen={dialog === 'open'}
            chosen={ids}
            onChoose={(next) => onChoose(next.join(',') || undefined)}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

function ChangeWord() {
  return <span className="item-shipping__change">change</span>
}

/** The name of the group if all ids belong to one group, else their number. */
function formatCategories(ids: readonly string[], groups: readonly CategoryGroup[]): string {
  const matchingGroups = groups.filter(({ children }) => children.some(({ id }) => ids.includes(id)))
  return matchingGroups.length === 1 && matchingGroups[0]
    ? matchingGroups[0].name
    : `${ids.length} categories`
}
