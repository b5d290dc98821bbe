/** What we use of it: the types that others publish are of another version. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    isFull(code: string): boolean;
    isShort(code: string): boolean;
    decode(code: string): { latitudeCenter: number; longitudeCenter: number };
    recoverNearest(code: string, latitude: number, longitude: number): string;
  }
}
