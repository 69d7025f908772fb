import { type TArray, type TString, type TUnion, Type } from 'typebox';

/** A parameter that may be repeated. */
export const Texts: TUnion<[TString, TArray<TString>]> = Type.Union([
  Type.String(),
  Type.Array(Type.String()),
]);

/** The values of a parameter that may be repeated; `undefined` where it is absent. */
export function textsOf<Text extends string>(given: Text | Text[] | undefined): Text[] | undefined {
  return given === undefined || Array.isArray(given) ? given : [given];
}
