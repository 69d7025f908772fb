import '../../src/map/legend.css';
import '../../src/map/map.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';

it('on a phone, a note above the folded statement has one line, however wide the controls beside it are', () => {
  const map = document.createElement('section');
  map.style.cssText = 'position: relative; width: 390px; height: 350px;';
  map.innerHTML = `<div class="map-foot">
    <div class="map-notes"><p class="floating map-note">2 lines leave the view.</p><button class="map-fold">i</button></div>
    <div class="map-corner"><div style="width: 290px; height: 42px"></div></div>
  </div>`;
  document.body.append(map);
  const [note, fold] = ['.map-note', '.map-fold'].map((each) =>
    map.querySelector(each)?.getBoundingClientRect(),
  );
  expect(note?.height).toBeLessThan(34);
  expect(note?.bottom).toBeLessThanOrEqual(fold?.top ?? 0);
  map.remove();
});

it('on a phone, the button of a filtered view stays in the strip below the map, beside its sentence', async () => {
  await page.viewport(390, 844);
  const map = document.createElement('section');
  map.className = 'map';
  map.style.cssText = 'position: relative; width: 390px; height: 350px;';
  map.innerHTML = `<div class="map-foot"><div class="map-notes"><div class="map-statement map-strip"><p>118 of 19,761 objects, and 118 owners for context. <button class="button" style="border: 1px solid; padding: 0 10px">Show all</button></p></div></div></div>`;
  document.body.append(map);
  const [strip, button] = ['.map-strip', 'button'].map((each) =>
    map.querySelector(each)?.getBoundingClientRect(),
  );
  const { top = 0, bottom = 0 } = button ?? {};
  expect(top).toBeGreaterThanOrEqual(strip?.top ?? Number.NaN);
  expect(bottom).toBeLessThanOrEqual(strip?.bottom ?? Number.NaN);
  const sentence = document.createRange();
  sentence.selectNodeContents(map.querySelector('p')?.firstChild ?? map);
  expect(sentence.getBoundingClientRect().right).toBeLessThanOrEqual(button?.left ?? Number.NaN);
  map.remove();
});

it.each([
  [134, 'none'],
  [350, 'block'],
])(
  'over a map %i px high, a note of lines would lie on the only card: its display is %s',
  (height, display) => {
    const map = document.createElement('section');
    map.className = 'map';
    map.style.cssText = `width: 390px; height: ${height}px;`;
    map.innerHTML =
      '<div class="map-foot"><div class="map-notes"><p class="floating map-note" data-lines="">2 lines leave the view.</p></div></div>';
    document.body.append(map);
    const note = map.querySelector('.map-note');
    expect(note && getComputedStyle(note).display).toBe(display);
    map.remove();
  },
);

it('on a phone, the open legend stands above the folded statement and the controls, which stay where they are', () => {
  const map = document.createElement('section');
  map.className = 'map';
  map.style.cssText = 'position: relative; width: 390px; height: 600px;';
  map.innerHTML = `<div class="map-foot">
    <div class="map-notes"><p class="floating map-note">2 lines leave the view.</p><button class="map-fold">i</button></div>
    <div class="map-corner"><div class="map-controls" style="width: 275px; height: 42px"></div></div>
  </div>`;
  document.body.append(map);
  const boxOf = (part: string): DOMRect | undefined =>
    map.querySelector(part)?.getBoundingClientRect();
  const before = boxOf('.map-fold');
  const legend = document.createElement('section');
  legend.className = 'legend';
  legend.innerHTML = '<div style="width: 334px; height: 700px"></div>';
  map.querySelector('.map-corner')?.prepend(legend);
  expect(boxOf('.map-fold')?.toJSON()).toEqual(before?.toJSON());
  expect(boxOf('.legend')?.bottom).toBeLessThanOrEqual(before?.top ?? 0);
  expect(boxOf('.legend')?.top).toBeGreaterThanOrEqual(map.getBoundingClientRect().top);
  expect(map.querySelector('.map-note')?.checkVisibility()).toBe(false);
  map.remove();
});
