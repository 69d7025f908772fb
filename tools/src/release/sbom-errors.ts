import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** What the schema of CycloneDX 1.6, with its list of licences, refuses in a bill of materials; null if nothing. */
export function sbomErrors(json: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(json);
}
