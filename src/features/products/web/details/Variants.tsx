import './Variants.css'
import { detectLanguage } from '#shared/language.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { VariantGroup, VariantValue } from '../../variants.ts'

type VariantsProps = { groups: VariantGroup[]; onChoose: (skuID: string) => void }

/** The choice of a variant (§4): one group of radio buttons for the images and one for each attribute. */
export function Variants({ groups, onChoose }: VariantsProps) {
  return (
    <>
      {groups.map((group) =>
        group.values.length === 1 ? (
          <p key={group.id} className="variants__only">
            <b>{group.name}:</b> {group.values[0]?.name}
          </p>
        ) : (
          <VariantGroupChoice key={group.id} group={group} onChoose={onChoose} />
        ),
      )}
    </>
  )
}

function VariantGroupChoice({ group, onChoose }: { group: VariantGroup; onChoose: (skuID: string) => void }) {
  const chosen = group.values.find(({ isChosen }) => isChosen)
  return (
    <fieldset className="variants">
      <legend className="variants__name">
        {group.name}
        {chosen && `: ${chosen.name}`}
      </legend>
      <div className="variants__row">
        {group.values.map((value) => (
          <VariantChoice key={value.id} group={group.id} value={value} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  )
}

type VariantChoiceProps = { group: string; value: VariantValue; onChoose: (skuID: string) => void }

/** What is sold out can still be looked at; what does not exist cannot be chosen. */
function VariantChoice({ group, value, onChoose }: VariantChoiceProps) {
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
      <span>
        <span lang={detectLanguage(name)}>{name}</span>
        {availability !== 'available' && (
          <span className="visually-hidden">
            , {availability === 'missing' ? 'Not available' : 'Not available, sold out'}
          </span>
        )}
      </span>
    </label>
  )
}
