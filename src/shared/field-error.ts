/** Why a field is refused as it stands, in the sentence to show; undefined when it is fine. */
export type FieldError = string | undefined
