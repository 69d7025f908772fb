import '../../src/map/map.css';
import { expect, it } from 'vitest';

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
