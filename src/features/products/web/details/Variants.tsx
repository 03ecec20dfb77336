import './Variants.css'
import type { ReactNode } from 'react'
import { detectLanguage } from '#shared/language.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { VariantGroup, VariantValue } from '../../variants.ts'

type VariantsProps = {
  groups: VariantGroup[]
  /** How many QC photos show a value of this name; undefined where that is unknown. */
  countPhotos: (name: string) => number | undefined
  /** At the end of the last group's heading: the stock of the choice. */
  aside?: ReactNode
  onChoose: (skuID: string) => void
}

/** The choice of a variant (§4): one group of radio buttons for the images and one for each attribute. */
export function Variants({ groups, aside, ...choice }: VariantsProps) {
  const last = groups.findLast(({ values }) => values.length > 1)
  return (
    <>
      {groups.map((group) =>
        group.values.length === 1 ? (
          <p key={group.id} className="variants__only">
            <b>{`${group.name}:`}</b>
            <span>{` ${group.values[0]?.name ?? ''}`}</span>
          </p>
        ) : (
          <VariantGroupChoice key={group.id} group={group} aside={group === last && aside} {...choice} />
        ),
      )}
      {!last && aside}
    </>
  )
}

type VariantGroupChoiceProps = Omit<VariantsProps, 'groups'> & { group: VariantGroup }

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
            photos={value.image ? countPhotos(value.name) : undefined}
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
  photos: number | undefined
  onChoose: (skuID: string) => void
}

/** What is sold out can still be looked at; what does not exist cannot be chosen. */
function VariantChoice({ group, value, photos, onChoose }: VariantChoiceProps) {
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
      {photos !== undefined && (
        <span className={photos > 0 ? 'swatch__qc' : 'swatch__qc swatch__qc--none'} aria-hidden>
          {photos > 0 ? `QC ${photos}` : 'No QC yet'}
        </span>
      )}
      <span>
        <span lang={detectLanguage(name)}>{name}</span>
        {photos !== undefined && (
          <span className="visually-hidden">{`, ${photos > 0 ? `QC ${photos}` : 'No QC yet'}`}</span>
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
