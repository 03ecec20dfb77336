import './VariantPicker.css'
import type { ReactNode } from 'react'
import type { VariantGroup, VariantValue } from '#shared/items/variant-selection.ts'
import { detectLanguage } from '#shared/language.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'

type VariantPickerProps = {
  groups: VariantGroup[]
  /** The number of QC photos of a value by its name; undefined while it is unknown. */
  countPhotos: (name: string) => number | undefined
  /** Shown at the end of the last group's heading: the stock of the chosen variant. */
  aside?: ReactNode
  onChoose: (skuID: string) => void
}

/** The choice of a variant (§4): a group of radio buttons for the images and one for each attribute. */
export function VariantPicker({ groups, aside, ...choice }: VariantPickerProps) {
  const lastGroup = groups.findLast(({ values }) => values.length > 1)
  return (
    <>
      {groups.map((group) =>
        group.values.length === 1 ? (
          <p key={group.id} className="variants__only">
            <b>{`${group.name}:`}</b>
            <span>{` ${group.values[0]?.name ?? ''}`}</span>
          </p>
        ) : (
          <VariantGroupChoice key={group.id} group={group} aside={group === lastGroup && aside} {...choice} />
        ),
      )}
      {!lastGroup && aside}
    </>
  )
}

type VariantGroupChoiceProps = Omit<VariantPickerProps, 'groups'> & { group: VariantGroup }

function VariantGroupChoice({ group, aside, countPhotos, onChoose }: VariantGroupChoiceProps) {
  const chosen = group.values.find(({ isChosen }) => isChosen)
  return (
    <fieldset className="variants">
      <legend className="variants__name">
        <span>{`${group.name}${chosen ? `: ${chosen.name}` : ''}`}</span>
        {aside}
      </legend>
      <div className="variants__row">
        {group.values.map((value) => (
          <VariantChoice
            key={value.id}
            group={group.id}
            value={value}
            photoCount={value.image ? countPhotos(value.name) : undefined}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  )
}

type VariantChoiceProps = {
  group: string
  value: VariantValue
  photoCount: number | undefined
  onChoose: (skuID: string) => void
}

/** One value. A sold-out value can be selected; a missing one cannot. */
function VariantChoice({ group, value, photoCount, onChoose }: VariantChoiceProps) {
  const { name, image, availability, skuID } = value
  return (
    <label className={image ? 'swatch' : 'variant-value'} data-availability={availability}>
      <input
        className="over-label"
        type="radio"
        name={`variant-${group}`}
        checked={value.isChosen}
        disabled={skuID === undefined}
        onChange={() => skuID && onChoose(skuID)}
      />
      {image && (
        <span className="swatch__picture">
          <Picture src={image} alt="" width={1} height={1} sizes="72px" maxWidth={320} />
        </span>
      )}
      {photoCount !== undefined && (
        <span className={photoCount > 0 ? 'swatch__qc' : 'swatch__qc swatch__qc--none'} aria-hidden>
          {photoCount > 0 ? `QC ${photoCount}` : 'No QC yet'}
        </span>
      )}
      <span>
        <span lang={detectLanguage(name)}>{name}</span>
        {photoCount !== undefined && (
          <span className="visually-hidden">{`, ${photoCount > 0 ? `QC ${photoCount}` : 'No QC yet'}`}</span>
        )}
        {availability !== 'available' && (
          <span className="visually-hidden">
            {`, ${availability === 'missing' ? 'Not available' : 'Not available, sold out'}`}
          </span>
        )}
      </span>
    </label>
  )
}
