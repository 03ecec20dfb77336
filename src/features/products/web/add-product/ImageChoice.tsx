import { getImageUrl } from '#shared/image-urls.ts'
import { FetchedMark } from './DraftField.tsx'
import './ImageChoice.css'

type ImageChoiceProps = {
  /** Of the group, in the page. */
  name: string
  pictures: readonly string[]
  chosen: string
  onChoose: (picture: string) => void
}

/** An item's known images, one of which is shown on its card. */
export function ImageChoice({ name, pictures, chosen, onChoose }: ImageChoiceProps) {
  return (
    <fieldset className="picture-choice">
      <legend className="field__label">
        Card image
        <FetchedMark />
      </legend>
      {pictures.map((picture, index) => (
        <label key={picture} className="picture-choice__one">
          <input
            className="over-label"
            type="radio"
            name={name}
            value={picture}
            checked={picture === chosen}
            onChange={() => onChoose(picture)}
          />
          <img
            src={getImageUrl(picture, 160)}
            width={64}
            height={64}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span className="visually-hidden">Image {index + 1}</span>
        </label>
      ))}
    </fieldset>
  )
}
