import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** Checks a bill of materials with the schema of CycloneDX 1.6 and its list of licences; null without errors. */
export function sbomErrors(json: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(json);
}
